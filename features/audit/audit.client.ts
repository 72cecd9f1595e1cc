import { queryOptions, useMutation } from "@tanstack/react-query";
import { callService, type ServiceError } from "@/lib/http/call-service";
import type { LogSettingResultDto, SysLogRowDto, VerifyDto } from "./audit.schema";

const PATH = "/service/sysLog";

/** Rows are immutable. */
export const rowQuery = (id: number) =>
  queryOptions<SysLogRowDto, ServiceError>({
    queryKey: ["sysLog", id],
    queryFn: ({ signal }) => callService(`${PATH}/${id}`, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
  });

type Verification = { customerId: number; onPart: (part: VerifyDto) => void; signal: AbortSignal };

/** Verifies the whole chain in parts; `onPart` gets the progress. If aborted, it ends after the current part. */
async function verifyAll({ customerId, onPart, signal }: Verification): Promise<VerifyDto> {
  let after = 0;
  for (;;) {
    const part = await callService<VerifyDto>(`${PATH}/verify?customerId=${customerId}&after=${after}`, { signal });
    if (part.next === null) return part;
    after = part.next;
    onPart(part);
  }
}

export const useVerification = () => useMutation<VerifyDto, ServiceError, Verification>({ mutationFn: verifyAll });

export const useSetting = () =>
  useMutation<LogSettingResultDto, ServiceError, number>({
    mutationFn: (days) => callService(`${PATH}/setting`, { method: "PUT", body: { days } }),
  });
