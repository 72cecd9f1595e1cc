import type { DateOrder } from "@/features/telemetry/logger-clock/rules";
import { callService } from "@/lib/http/call-service";
import { useDeed } from "@/lib/http/use-deed";
import type { LoggerCheckDto, LoggerFileDto } from "./schema";

export const LOGGER_PATH = "/service/loggerFile";
export const templateUrl = (locale: string) => `/service/loggerTemplate?locale=${locale}`;

/** How a file is to be read. */
export type Reading = { file: File; timeZone: string; dateOrder: DateOrder | null };
/** What is told of it besides. */
export type Told = { loggerSerial: string; loggerModel: string; remark: string; sha256: string };

/** The largest file on a slow line takes longer than any other call. */
const UPLOAD_MS = 300_000;

function send<T>(path: string, { file, timeZone, dateOrder }: Reading, told: Partial<Told> = {}): Promise<T> {
  const query = new URLSearchParams({ name: file.name.slice(-100), timeZone, ...told });
  if (dateOrder) query.set("dateOrder", dateOrder);
  const body = new Blob([file], { type: "application/octet-stream" });
  return callService(`${path}?${query}`, { method: "POST", body, timeoutMs: UPLOAD_MS });
}

/** Has a file looked at. */
export const useCheck = (carrierId: number) =>
  useDeed<Reading, LoggerCheckDto>((reading) => send(`/service/carrier/${carrierId}/loggerFile/check`, reading));

/** Keeps a file that was looked at. */
export const useKeep = (carrierId: number) =>
  useDeed<Reading & { told: Told }, LoggerFileDto>(({ told, ...reading }) =>
    send(`/service/carrier/${carrierId}/loggerFile`, reading, told),
  );

/** Removes a file; why, the trail keeps. */
export const removeFile = (id: number, reason: string): Promise<LoggerFileDto> =>
  callService(`${LOGGER_PATH}/${id}`, { method: "DELETE", body: { reason } });
