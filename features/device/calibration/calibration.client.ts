import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { callService } from "@/lib/http/call-service";
import type { CalibrationDto, CalibrationInput, DeviceCalibrationDto } from "./calibration.schema";

const PATH = "/service/calibration";

export const calibrationKey = (deviceId: number) => ["calibration", deviceId] as const;

/** Query: calibration state of a device, with its newest certificates. */
export const calibrationQuery = (deviceId: number, length: number) =>
  queryOptions({
    queryKey: [...calibrationKey(deviceId), length],
    queryFn: ({ signal }) =>
      callService<DeviceCalibrationDto>(`/service/device/${deviceId}/calibration?iDisplayLength=${length}`, { signal }),
    placeholderData: keepPreviousData,
  });

/** Address of a certificate's file. */
export const filePath = (id: number): string => `${PATH}/${id}/file`;

/** Uploads a certificate. A file is sent as the body, with the fields in the query string. */
export function addCertificate(values: CalibrationInput & { file?: File | undefined }): Promise<CalibrationDto> {
  const { file, ...fields } = values;
  if (!file) return callService(PATH, { method: "POST", body: fields });
  const texts = Object.entries({ ...fields, points: JSON.stringify(fields.points), fileName: file.name.slice(-100) });
  const query = new URLSearchParams(texts.map(([name, value]) => [name, String(value ?? "")]));
  const body = new Blob([file], { type: "application/octet-stream" });
  return callService(`${PATH}?${query}`, { method: "POST", body });
}

export const revokeCertificate = (id: number, reason: string) =>
  callService<CalibrationDto>(`${PATH}/${id}/revoke`, { method: "POST", body: { reason } });

export const moveNotice = (id: number, noticeOn: string | null) =>
  callService<CalibrationDto>(`${PATH}/${id}`, { method: "PUT", body: { noticeOn } });
