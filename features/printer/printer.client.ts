import { queryOptions } from "@tanstack/react-query";
import { callService } from "@/lib/http/call-service";
import { requestKey } from "@/lib/http/request-key";
import { saveRecord } from "@/lib/http/save-record";
import { useGathered, useLive } from "@/lib/live/use-live";
import type { GroupDto, GroupPreviewDto } from "./group/schema";
import type { JobAct } from "./job/rules";
import type { JobDetailDto, JobDto, PrintEvent } from "./job/schema";
import type { PrinterDto } from "./printer.schema";

export const PRINTER_PATH = "/service/printer";
export const GROUP_PATH = "/service/printGroup";
export const JOB_PATH = "/service/printJob";
/** A printer that does not answer is waited for ten seconds. */
const CHECK_MS = 30_000;
/** Day records of many carriers are read first. */
const PREVIEW_MS = 30_000;

export const savePrinter = (id: number | null, values: object): Promise<PrinterDto> =>
  saveRecord(PRINTER_PATH, id, values);
export const saveGroup = (id: number | null, values: object): Promise<GroupDto> => saveRecord(GROUP_PATH, id, values);

/** Asks a printer how it is. */
export const checkPrinter = (id: number): Promise<PrinterDto> =>
  callService(`${PRINTER_PATH}/${id}/check`, { method: "POST", body: {}, timeoutMs: CHECK_MS });

export const testPrinter = (id: number): Promise<JobDto> =>
  callService(`${PRINTER_PATH}/${id}/test`, { method: "POST", body: { requestKey: requestKey() } });

export const sendAct = (id: number, act: JobAct): Promise<JobDto> =>
  callService(`${JOB_PATH}/${id}/${act}`, { method: "POST", body: {} });

/** Prints a group now; the same key again gives the same jobs. */
export const printGroup = (id: number, key: string): Promise<{ jobs: JobDto[] }> =>
  callService(`${GROUP_PATH}/${id}/print`, { method: "POST", body: { requestKey: key }, timeoutMs: PREVIEW_MS });

export const groupPreviewQuery = (id: number) =>
  queryOptions({
    queryKey: ["print", "group", id],
    queryFn: ({ signal }) =>
      callService<GroupPreviewDto>(`${GROUP_PATH}/${id}/preview`, { signal, timeoutMs: PREVIEW_MS }),
    staleTime: 0,
  });

export const jobQuery = (id: number) =>
  queryOptions({
    queryKey: ["print", "job", id],
    queryFn: ({ signal }) => callService<JobDetailDto>(`${JOB_PATH}/${id}`, { signal }),
    staleTime: 0,
  });

/** Refreshes soon after a job has changed. */
export function usePrintRefresh(refresh: () => void): void {
  const soon = useGathered(refresh, 400);
  useLive<PrintEvent>("print", soon);
  useLive("reset", refresh);
}
