import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import type { TimeRange } from "@/components/chart/zoom";
import type { HistoryDto, HistoryView } from "@/features/telemetry/history/history.schema";
import type { ChoicesDto } from "@/features/telemetry/ingest/probe.schema";
import { callService } from "@/lib/http/call-service";
import type { Interval, Shown } from "./detail.rules";
import type { DetailDto } from "./detail.schema";

const PATH = "/service/count/detail";
const FRESH_MS = 30_000;

type Selection = HistoryView["selection"];

export type Asked = { selection: Selection; range: TimeRange; interval: Interval; show: Shown };

function askFor({ probeIds, carrierIds }: Selection, { from, to }: TimeRange): URLSearchParams {
  const query = new URLSearchParams({ probeIds: probeIds.join(",") });
  if (carrierIds.length > 0) query.set("carrierIds", carrierIds.join(","));
  query.set("from", new Date(from).toISOString());
  query.set("to", new Date(to).toISOString());
  return query;
}

/** The query parameters of a selection, the same in the address of the screen. */
export function paramsOf({ selection, range, interval, show }: Asked): URLSearchParams {
  const query = askFor(selection, range);
  query.set("interval", interval);
  query.set("show", show);
  return query;
}

export type DetailPage = { order: "newest" | "oldest"; length: number; cursor: number | null };

export const tableQuery = (asked: Asked, { order, length, cursor }: DetailPage) => {
  const query = paramsOf(asked);
  query.set("order", order);
  query.set("length", String(length));
  if (cursor !== null) query.set("cursor", String(cursor));
  return queryOptions({
    queryKey: ["detail", "table", query.toString()],
    queryFn: ({ signal }) => callService<DetailDto>(`${PATH}?${query}`, { signal }),
    staleTime: FRESH_MS,
    placeholderData: keepPreviousData,
  });
};

/** Series with the range that they were requested for. */
export const seriesQuery = (selection: Selection, window: TimeRange) => {
  const query = `${askFor(selection, window)}&points=1000`;
  return queryOptions({
    queryKey: ["detail", "series", query],
    queryFn: async ({ signal }): Promise<HistoryDto & { window: TimeRange }> => ({
      ...(await callService<HistoryDto>(`${PATH}/series?${query}`, { signal })),
      window,
    }),
    staleTime: FRESH_MS,
    placeholderData: keepPreviousData,
  });
};

export const choicesQuery = (q: string) =>
  queryOptions({
    queryKey: ["detail", "choice", q],
    queryFn: ({ signal }) =>
      callService<ChoicesDto>(`${PATH}/choice?${new URLSearchParams(q ? { q } : {})}`, { signal }),
    staleTime: FRESH_MS,
    placeholderData: keepPreviousData,
  });
