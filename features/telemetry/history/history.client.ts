import { keepPreviousData, queryOptions, useQuery } from "@tanstack/react-query";
import { useRouter, useSearchParams } from "next/navigation";
import { useCallback, useEffect, useEffectEvent, useMemo, useRef, useState, useTransition } from "react";
import { useMediaQuery } from "@/components/chart/use-media-query";
import { type TimeRange, windowAround } from "@/components/chart/zoom";
import { callService } from "@/lib/http/call-service";
import type { ChoicesDto } from "../ingest/probe.schema";
import type { RecordPreset } from "./completeness.rules";
import type { CompletenessDto } from "./completeness.schema";
import type { EventDto } from "./event.schema";
import type { Excursion, HistoryDto, HistoryView, InvalidDto, TableDto } from "./history.schema";
import { MAXIMUM_RANGE_MS } from "./limits.rules";
import type { OutsideDto } from "./out-of-range.schema";
import type { StatisticsDto } from "./statistics.schema";

/** The probes of a window; with carriers, limited to their mounted time there. */
export type Selection = HistoryView["selection"];

const PATH = "/service/share/history";
const FRESH_MS = 30_000;

/** The query parameters of every history request; instants in UTC. */
export function askFor({ probeIds, carrierIds }: Selection, { from, to }: TimeRange): URLSearchParams {
  const query = new URLSearchParams({ probeIds: probeIds.join(",") });
  if (carrierIds.length > 0) query.set("carrierIds", carrierIds.join(","));
  query.set("from", new Date(from).toISOString());
  query.set("to", new Date(to).toISOString());
  return query;
}

/** Previous data stays visible while finer or other data is loading. */
const shared = { staleTime: FRESH_MS, placeholderData: keepPreviousData };

/** Series with the range that they were requested for. */
export type SeriesWindow = HistoryDto & { window: TimeRange };

/** A request for another window aborts the previous one. */
const historyQuery = (selection: Selection, window: TimeRange, points: number) => {
  const query = `${askFor(selection, window)}&points=${points}`;
  return queryOptions({
    queryKey: ["history", "series", query],
    queryFn: async ({ signal }): Promise<SeriesWindow> => ({
      ...(await callService<HistoryDto>(`${PATH}?${query}`, { signal })),
      window,
    }),
    ...shared,
  });
};

/** Minimum interval between requests for finer data during a zoom. */
const FETCH_MS = 120;

/** The range whose series are loaded while `shown` is visible: the whole range, or a window around the zoomed one. */
function useSeriesWindow(shown: TimeRange, whole: TimeRange, to: number): TimeRange {
  const [held, setHeld] = useState(whole);
  const wanted = isSameRange(shown, whole) ? whole : windowAround(shown, held, to);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const ask = useEffectEvent(() => {
    timer.current = undefined;
    setHeld(wanted);
  });
  const isHeld = isSameRange(wanted, held);
  useEffect(() => {
    if (!isHeld) timer.current ??= setTimeout(() => ask(), FETCH_MS);
  }, [isHeld]);
  useEffect(() => () => clearTimeout(timer.current), []);
  // A chosen range, unlike a zoomed one, is loaded at once.
  return isSameRange(shown, whole) ? whole : held;
}

/** Number of values of a line that the range has room for. */
const POINTS = { narrow: 500, wide: 1000 };
/** A zoom window is up to this many times as long as the visible range, at the same resolution. */
const WINDOW_LENGTHS = 2;

/**
 * The series to draw for `shown`. `isQuiet` once they are loaded and nothing finer is loading; the other requests wait
 * for it, since the server needs longer for their figures than for the lines.
 */
export function useSeries({ selection, probes }: HistoryView, shown: TimeRange, whole: TimeRange, end: number) {
  const isWide = useMediaQuery("(min-width: 40rem)");
  const window = useSeriesWindow(shown, whole, end);
  const times = isSameRange(window, whole) ? 1 : WINDOW_LENGTHS;
  const hasProbes = probes.length > 0;
  const { data, error, isFetching, refetch } = useQuery({
    ...historyQuery(selection, window, (isWide ? POINTS.wide : POINTS.narrow) * times),
    enabled: isWide !== null && hasProbes,
  });
  const isThere = data !== undefined || error !== null || !hasProbes;
  // Memoised, since the chart is redrawn for a new object.
  return useMemo(
    () => ({ data, error, isFetching, refetch, isQuiet: isThere && !isFetching }),
    [data, error, isFetching, refetch, isThere],
  );
}

export const statisticsQuery = (selection: Selection, range: TimeRange) => {
  const query = askFor(selection, range).toString();
  return queryOptions({
    queryKey: ["history", "statistics", query],
    queryFn: ({ signal }) => callService<StatisticsDto>(`${PATH}/statistics?${query}`, { signal }),
    ...shared,
  });
};

/** `preset` undefined: each probe uses that of its carrier. */
export const completenessQuery = (selection: Selection, range: TimeRange, preset: RecordPreset | undefined) => {
  const query = askFor(selection, range);
  if (preset) query.set("preset", preset);
  return queryOptions({
    queryKey: ["history", "completeness", query.toString()],
    queryFn: ({ signal }) => callService<CompletenessDto>(`${PATH}/completeness?${query}`, { signal }),
    ...shared,
  });
};

export const excursionQuery = (selection: Selection, range: TimeRange) => {
  const query = askFor(selection, range).toString();
  return queryOptions({
    queryKey: ["history", "excursion", query],
    queryFn: ({ signal }) => callService<{ items: Excursion[] }>(`${PATH}/excursion?${query}`, { signal }),
    ...shared,
  });
};

/** Events where the probes were mounted, shown with the readings. */
export const eventQuery = (selection: Selection, range: TimeRange) => {
  const query = askFor(selection, range).toString();
  return queryOptions({
    queryKey: ["history", "event", query],
    queryFn: ({ signal }) => callService<EventDto>(`${PATH}/event?${query}`, { signal }),
    ...shared,
  });
};

/** Degree-minutes outside the ranges of the probes. */
export const outsideQuery = (selection: Selection, range: TimeRange) => {
  const query = askFor(selection, range).toString();
  return queryOptions({
    queryKey: ["history", "outside", query],
    queryFn: ({ signal }) => callService<OutsideDto>(`${PATH}/outside?${query}`, { signal }),
    ...shared,
  });
};

export const invalidQuery = (selection: Selection, range: TimeRange) => {
  const query = askFor(selection, range).toString();
  return queryOptions({
    queryKey: ["history", "invalid", query],
    queryFn: ({ signal }) => callService<InvalidDto>(`${PATH}/invalid?${query}`, { signal }),
    ...shared,
  });
};

export type TablePage = { order: "newest" | "oldest"; length: number; cursor: string | null };

export const tableQuery = (selection: Selection, range: TimeRange, { order, length, cursor }: TablePage) => {
  const query = askFor(selection, range);
  query.set("order", order);
  query.set("length", String(length));
  if (cursor) query.set("cursor", cursor);
  return queryOptions({
    queryKey: ["history", "table", query.toString()],
    queryFn: ({ signal }) => callService<TableDto>(`${PATH}/table?${query}`, { signal }),
    ...shared,
  });
};

export const choicesQuery = (q: string) =>
  queryOptions({
    queryKey: ["history", "choice", q],
    queryFn: ({ signal }) =>
      callService<ChoicesDto>(`${PATH}/choice?${new URLSearchParams(q ? { q } : {})}`, { signal }),
    ...shared,
  });

/** Time of the newest reading, for a range without readings; null if there is none at all. */
export const lastReadingQuery = (selection: Selection, now: number) =>
  queryOptions({
    queryKey: ["history", "last", selection, now],
    queryFn: async ({ signal }) => {
      const query = askFor(selection, { from: now - MAXIMUM_RANGE_MS, to: now });
      const { items } = await callService<TableDto>(`${PATH}/table?${query}`, { signal });
      return items[0]?.at ?? null;
    },
    staleTime: FRESH_MS,
  });

export const isSameRange = (a: TimeRange, b: TimeRange): boolean => a.from === b.from && a.to === b.to;

const instantOf = (text: string | null): number => (/^\d+$/.test(text ?? "") ? Number(text) : Date.parse(text ?? ""));

function parseRange(fromText: string | null, toText: string | null): TimeRange | null {
  const [from, to] = [instantOf(fromText), instantOf(toText)];
  return to - from > 0 && to - from <= MAXIMUM_RANGE_MS ? { from, to } : null;
}

function queryWith({ from, to }: TimeRange): string {
  const query = new URLSearchParams(window.location.search);
  query.set("from", new Date(from).toISOString());
  query.set("to", new Date(to).toISOString());
  return `?${query}`;
}

/** Delay after the last zoom step before address and data follow. */
const SETTLE_MS = 400;

/**
 * The range of the window; its state is the address. `shown` follows a zoom at once, `range` (used by the queries)
 * after the zoom has ended. `whole` is the last chosen range, which resetting the zoom returns to. With carriers,
 * another range reloads the window, since other devices may have been mounted then.
 */
export function useRange(initial: TimeRange, { carrierIds }: Selection) {
  const search = useSearchParams();
  const router = useRouter();
  const [isPending, startTransition] = useTransition();
  const from = search.get("from");
  const to = search.get("to");
  // Memoised, since a zoom renders often while the address stays the same.
  const range = useMemo(() => parseRange(from, to) ?? initial, [from, to, initial]);
  const [whole, setWhole] = useState(range);
  const [zoomed, setZoomed] = useState<TimeRange | null>(null);
  // The range comes a moment after the address was written: until then it is that of before.
  const [written, setWritten] = useState<TimeRange | null>(null);
  const isLate = written !== null && !isSameRange(written, range);
  if (zoomed && !isLate && isSameRange(zoomed, range)) setZoomed(null);

  useEffect(() => {
    if (!zoomed) return;
    const timer = setTimeout(() => {
      window.history.replaceState(null, "", queryWith(zoomed));
      setWritten(zoomed);
    }, SETTLE_MS);
    return () => clearTimeout(timer);
  }, [zoomed]);

  const isOfCarriers = carrierIds.length > 0;
  const choose = useCallback(
    (next: TimeRange) => {
      setZoomed(null);
      setWritten(null);
      setWhole(next);
      const query = queryWith(next);
      if (!isOfCarriers) window.history.pushState(null, "", query);
      else startTransition(() => router.push(query, { scroll: false }));
    },
    [isOfCarriers, router],
  );
  // Wheel events at the zoom limit do not change the range: nothing is redrawn, and the zoom counts as ended.
  const zoom = useCallback(
    (next: TimeRange) => setZoomed((held) => (isSameRange(next, held ?? range) ? held : next)),
    [range],
  );
  return { range, shown: zoomed ?? range, whole, choose, zoom, isPending };
}
