import { queryOptions } from "@tanstack/react-query";
import type { DateOrder } from "@/features/telemetry/logger/clock.rules";
import type { TableLayout } from "@/features/telemetry/logger/layout.schema";
import { callService } from "@/lib/http/call-service";
import { useServiceMutation } from "@/lib/http/use-service-mutation";
import type { ForgottenDto } from "./layout.schema";
import type { LoggerCheckDto, LoggerFileDto, LoggerRecordDto } from "./logger.schema";

export const LOGGER_PATH = "/service/loggerFile";
export const templateUrl = (locale: string) => `/service/loggerTemplate?locale=${locale}`;

/** Options for reading a file. */
export type Reading = {
  file: File;
  /** Null: from the saved reading of the shape, otherwise the zone of the carrier's customer. */
  timeZone: string | null;
  dateOrder: DateOrder | null;
  layout: TableLayout | null;
};
/** Details entered by the user. */
export type Told = { loggerSerial: string; loggerModel: string; remark: string; sha256: string };

/** Large files on slow connections exceed the usual timeout. */
const UPLOAD_MS = 300_000;

function send<T>(path: string, { file, timeZone, dateOrder, layout }: Reading, told: Partial<Told> = {}): Promise<T> {
  const query = new URLSearchParams({ name: file.name.slice(-100), ...told });
  if (timeZone) query.set("timeZone", timeZone);
  if (layout) query.set("layout", JSON.stringify(layout));
  if (dateOrder) query.set("dateOrder", dateOrder);
  const body = new Blob([file], { type: "application/octet-stream" });
  return callService(`${path}?${query}`, { method: "POST", body, timeoutMs: UPLOAD_MS });
}

/** Checks a file without importing it. */
export const useCheck = (carrierId: number) =>
  useServiceMutation<Reading, LoggerCheckDto>((reading) =>
    send(`/service/carrier/${carrierId}/loggerFile/check`, reading),
  );

/** Deletes the saved reading of a shape. */
export const useForget = (carrierId: number) =>
  useServiceMutation<string, ForgottenDto>((shape) =>
    callService(`/service/carrier/${carrierId}/loggerLayout?shape=${shape}`, { method: "DELETE" }),
  );

/** Imports a checked file. */
export const useKeep = (carrierId: number) =>
  useServiceMutation<Reading & { told: Told }, LoggerFileDto>(({ told, ...reading }) =>
    send(`/service/carrier/${carrierId}/loggerFile`, reading, told),
  );

/** The details recorded by a file's logger. */
export const recordQuery = (id: number) =>
  queryOptions({
    queryKey: ["loggerFile", id, "alarms"],
    queryFn: ({ signal }) => callService<LoggerRecordDto>(`${LOGGER_PATH}/${id}/alarm`, { signal }),
  });

/** Deletes a file; the reason is stored in the audit trail. */
export const removeFile = (id: number, reason: string): Promise<LoggerFileDto> =>
  callService(`${LOGGER_PATH}/${id}`, { method: "DELETE", body: { reason } });
