import { queryOptions } from "@tanstack/react-query";
import type { DateOrder } from "@/features/telemetry/logger/clock.rules";
import type { TableLayout } from "@/features/telemetry/logger/layout.schema";
import { callService } from "@/lib/http/call-service";
import { useServiceMutation } from "@/lib/http/use-service-mutation";
import type { ForgottenDto } from "./layout.schema";
import type { LoggerCheckDto, LoggerFileDto, LoggerRecordDto } from "./logger.schema";

export const LOGGER_PATH = "/service/loggerFile";
export const templateUrl = (locale: string) => `/service/loggerTemplate?locale=${locale}`;

/** How a file is to be read. */
export type Reading = {
  file: File;
  /** Null: as the carrier's customer has it, or as a file of the same shape was read. */
  timeZone: string | null;
  dateOrder: DateOrder | null;
  layout: TableLayout | null;
};
/** What is told of it besides. */
export type Told = { loggerSerial: string; loggerModel: string; remark: string; sha256: string };

/** The largest file on a slow line takes longer than any other call. */
const UPLOAD_MS = 300_000;

function send<T>(path: string, { file, timeZone, dateOrder, layout }: Reading, told: Partial<Told> = {}): Promise<T> {
  const query = new URLSearchParams({ name: file.name.slice(-100), ...told });
  if (timeZone) query.set("timeZone", timeZone);
  if (layout) query.set("layout", JSON.stringify(layout));
  if (dateOrder) query.set("dateOrder", dateOrder);
  const body = new Blob([file], { type: "application/octet-stream" });
  return callService(`${path}?${query}`, { method: "POST", body, timeoutMs: UPLOAD_MS });
}

/** Has a file looked at. */
export const useCheck = (carrierId: number) =>
  useServiceMutation<Reading, LoggerCheckDto>((reading) =>
    send(`/service/carrier/${carrierId}/loggerFile/check`, reading),
  );

/** Forgets how files of a shape were read. */
export const useForget = (carrierId: number) =>
  useServiceMutation<string, ForgottenDto>((shape) =>
    callService(`/service/carrier/${carrierId}/loggerLayout?shape=${shape}`, { method: "DELETE" }),
  );

/** Keeps a file that was looked at. */
export const useKeep = (carrierId: number) =>
  useServiceMutation<Reading & { told: Told }, LoggerFileDto>(({ told, ...reading }) =>
    send(`/service/carrier/${carrierId}/loggerFile`, reading, told),
  );

/** All that a file's logger recorded one by one. */
export const recordQuery = (id: number) =>
  queryOptions({
    queryKey: ["loggerFile", id, "alarms"],
    queryFn: ({ signal }) => callService<LoggerRecordDto>(`${LOGGER_PATH}/${id}/alarm`, { signal }),
  });

/** Removes a file; why, the trail keeps. */
export const removeFile = (id: number, reason: string): Promise<LoggerFileDto> =>
  callService(`${LOGGER_PATH}/${id}`, { method: "DELETE", body: { reason } });
