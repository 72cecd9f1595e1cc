import { queryOptions } from "@tanstack/react-query";
import type { GroupContent } from "@/db/print-enums";
import { callService } from "@/lib/http/call-service";
import type { PreviewDto, PrinterChoice } from "./content.schema";

/** Day records of many carriers are read first. */
const LONG_MS = 30_000;

/** The printers of a customer, by name. */
export const printersQuery = (customerId: number | undefined) =>
  queryOptions({
    queryKey: ["printer", "info", customerId],
    queryFn: ({ signal }) =>
      callService<PrinterChoice[]>(`/service/printer/info${customerId ? `?customerId=${customerId}` : ""}`, { signal }),
    staleTime: 0,
  });

type Subject = { content: GroupContent; ids: readonly number[] };

/** What a print of records would show. */
export const previewQuery = ({ content, ids }: Subject) => {
  const search = new URLSearchParams({ content, ids: ids.join(",") });
  return queryOptions({
    queryKey: ["print", "preview", search.toString()],
    queryFn: ({ signal }) =>
      callService<PreviewDto>(`/service/printJob/preview?${search}`, { signal, timeoutMs: LONG_MS }),
    staleTime: 0,
  });
};

/** Prints records; the same key again gives the same job. Throws ServiceError. */
export const sendPrint = (values: object): Promise<{ printerName: string }> =>
  callService("/service/printJob", { method: "POST", body: values, timeoutMs: LONG_MS });
