import type { DownloadFailure, DownloadState, ExportFormat } from "@/db/file-enums";
import { stampIn } from "@/lib/spreadsheet/csv";

/** Percent of the rows; 100 only once the file is there, and 99 at most before. */
export function progressOf({ state, done, total }: { state: DownloadState; done: number; total: number }): number {
  if (state === "generated") return 100;
  return total <= 0 ? 0 : Math.min(99, Math.floor((done * 100) / total));
}

/** The address of the calls for downloads, and of a file. */
export const DOWNLOAD_PATH = "/service/download/record";
export const filePath = (key: string): string => `${DOWNLOAD_PATH}/download?key=${key}`;

export const STATUS = { generating: 0, generated: 1, failed: 2 } as const satisfies Record<DownloadState, number>;

/** What a file system or a name in a mail would stumble over. */
const UNSAFE = /[\\/:*?"<>|\p{Cc}]+/gu;

/** `GM_` with the name and a timestamp (specification, section 9), at most 120 characters before the ending. */
export function fileNameOf(stem: string, at: Date, timeZone: string, format: ExportFormat): string {
  const stamp = stampIn(at, timeZone).slice(0, 19).replace(/\D/g, "");
  const name = stem.replace(UNSAFE, " ").replace(/\s+/g, " ").trim().slice(0, 100);
  return `GM_${name === "" ? "" : `${name}_`}${stamp}.${format}`;
}

export const CONTENT_TYPE: Record<ExportFormat, string> = {
  csv: "text/csv; charset=utf-8",
  xlsx: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
  pdf: "application/pdf",
};

/** A record whose worker was not heard of for this long is given to another. */
export const SILENT_MS = 120_000;
/** Attempts after which a file is given up: it may be what kills the workers. */
export const MAXIMUM_RUNS = 4;

/** PostgreSQL's `disk_full`, and the operating system's names. */
const FULL = new Set(["53100", "ENOSPC", "EDQUOT"]);

/** Why a write to the file store failed. */
export function storeFailure(error: unknown): DownloadFailure {
  for (let cause = error; cause instanceof Error; cause = cause.cause)
    if (FULL.has(String((cause as Error & { code?: unknown }).code))) return "full";
  return "store";
}

/** Why the rows could not be read, by the code of the error. */
export function readFailure(code: string): DownloadFailure {
  if (code === "FORBIDDEN" || code === "UNAUTHENTICATED" || code === "PASSWORD_CHANGE_REQUIRED") return "notPermitted";
  if (code === "NOT_FOUND") return "notFound";
  return code === "INVALID" || code === "CONFLICT" || code === "BAD_REQUEST" ? "invalid" : "error";
}
