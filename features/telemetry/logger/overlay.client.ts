import { keepPreviousData, queryOptions, useQuery } from "@tanstack/react-query";
import { useSearchParams } from "next/navigation";
import { useMemo } from "react";
import type { TimeRange } from "@/components/chart/zoom";
import { callService } from "@/lib/http/call-service";
import { askFor, type Selection, type TablePage } from "../history/history.client";
import type { HistoryView } from "../history/history.schema";
import type { LoggerSeriesDto, MergedDto, OverlayFile, OverlayFilesDto } from "./overlay.schema";

const PATH = "/service/share/history";
const FRESH_MS = 30_000;
/** A stable reference, so that memoised values are reused. */
const NONE: OverlayFile[] = [];
const shared = { staleTime: FRESH_MS, placeholderData: keepPreviousData };

const filesQuery = (carrierIds: readonly number[]) =>
  queryOptions({
    queryKey: ["history", "loggerFiles", carrierIds.join(",")],
    queryFn: ({ signal }) =>
      callService<OverlayFilesDto>(`${PATH}/loggerFile?carrierIds=${carrierIds.join(",")}`, { signal }),
    enabled: carrierIds.length > 0,
    ...shared,
  });

const seriesQuery = (carrierIds: readonly number[], { from, to }: TimeRange) => {
  const query = new URLSearchParams({ carrierIds: carrierIds.join(","), from: String(from), to: String(to) });
  return queryOptions({
    queryKey: ["history", "loggers", query.toString()],
    queryFn: ({ signal }) => callService<LoggerSeriesDto>(`${PATH}/logger?${query}`, { signal }),
    ...shared,
  });
};

/** A window without probes requests only its carriers' loggers. */
function askMerged(selection: Selection, range: TimeRange, carrierIds: readonly number[]): URLSearchParams {
  const query = askFor(selection, range);
  if (selection.probeIds.length === 0) query.delete("probeIds");
  query.set("loggersOf", carrierIds.join(","));
  return query;
}

/** The start of the next page in either source, as returned with the previous page. */
export type MergedPage = Omit<TablePage, "cursor"> & { next: NonNullable<MergedDto["next"]> };

/** The history list merged with the loggers' values. */
export const mergedQuery = (
  selection: Selection,
  range: TimeRange,
  carrierIds: readonly number[],
  { order, length, next }: MergedPage,
) => {
  const query = askMerged(selection, range, carrierIds);
  query.set("order", order);
  query.set("length", String(length));
  for (const [name, cursor] of Object.entries(next)) query.set(name, cursor);
  return queryOptions({
    queryKey: ["history", "merged", query.toString()],
    queryFn: ({ signal }) => callService<MergedDto>(`${PATH}/logger/table?${query}`, { signal }),
    ...shared,
  });
};

/** Address of the history file merged with the loggers' values. */
export const mergedCsvPath = (selection: Selection, range: TimeRange, carrierIds: readonly number[]): string =>
  `${PATH}/logger/csv?${askMerged(selection, range, carrierIds)}`;

/** The carriers of a window. */
const carriersOf = ({ selection, probes }: Pick<HistoryView, "selection" | "probes">): number[] => [
  ...new Set([...selection.carrierIds, ...probes.flatMap(({ carrierId }) => carrierId ?? [])]),
];

/** The loggers of a window's carriers. */
export type Loggers = {
  carrierIds: number[];
  files: OverlayFile[];
  /** Whether they are shown; stored in the address. */
  isOn: boolean;
  toggle: () => void;
  /** Their values in the range, once loaded. */
  data: LoggerSeriesDto | undefined;
  error: Error | null;
};

/** Loads the loggers of a window's carriers: their files, and their values while switched on. */
export function useLoggers(view: HistoryView, range: TimeRange): Loggers {
  const isOn = useSearchParams().get("loggers") === "1";
  const carrierIds = useMemo(() => carriersOf(view), [view]);
  const files = useQuery(filesQuery(carrierIds));
  const series = useQuery({ ...seriesQuery(carrierIds, range), enabled: isOn && carrierIds.length > 0 });
  const items = files.data?.items ?? NONE;
  const data = isOn ? series.data : undefined;
  const error = isOn ? series.error : null;
  // Memoised, since the chart is redrawn for a new object.
  return useMemo(
    () => ({ carrierIds, files: items, isOn, toggle: () => showLoggers(!isOn), data, error }),
    [carrierIds, items, isOn, data, error],
  );
}

/** Stores in the address whether the loggers are shown. */
function showLoggers(isOn: boolean): void {
  const query = new URLSearchParams(window.location.search);
  if (isOn) query.set("loggers", "1");
  else query.delete("loggers");
  window.history.replaceState(null, "", `?${query}`);
}
