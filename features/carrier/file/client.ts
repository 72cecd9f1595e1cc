import { ERRORS, type ErrorCode, type Issue } from "@/lib/errors";
import { callService, ServiceError } from "@/lib/http/call-service";
import { useServiceMutation } from "@/lib/http/use-service-mutation";
import type { CarrierFileDto } from "./schema";

export const FILE_PATH = "/service/carrierFile";

type Envelope = {
  state?: { code?: number; error?: string; msg?: string; requestId?: string; issues?: Issue[] };
  result?: CarrierFileDto;
};

const isCode = (name: string | undefined): name is ErrorCode => name !== undefined && name in ERRORS;

/**
 * Uploads a document as raw bytes. `onProgress` receives the progress (0 to 1). The timeout allows for large files on
 * slow connections.
 */
export function uploadFile(carrierId: number, file: File, onProgress: (part: number) => void): Promise<CarrierFileDto> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open("POST", `/service/carrier/${carrierId}/file?${new URLSearchParams({ name: file.name })}`);
    request.setRequestHeader("content-type", "application/octet-stream");
    request.responseType = "json";
    request.upload.onprogress = ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 0);
    request.onerror = () => reject(new ServiceError("network", 0, "no answer"));
    request.onload = () => {
      const { state, result } = (request.response ?? {}) as Envelope;
      if (request.status === 200 && result) return resolve(result);
      const key = isCode(state?.error) ? state.error : request.status === 413 ? "TOO_LARGE" : "INTERNAL";
      reject(new ServiceError(key, state?.code ?? request.status, state?.msg ?? "", state?.issues, state?.requestId));
    };
    request.send(file);
  });
}

/** Renames a document. */
export const useRename = (id: number) =>
  useServiceMutation<string, CarrierFileDto>((name) =>
    callService(`${FILE_PATH}/${id}`, { method: "PUT", body: { name } }),
  );
