"use client";

import { keepPreviousData, queryOptions, useQuery, useQueryClient } from "@tanstack/react-query";
import type { MonitoringListDto, MonitoringPointDto } from "@/features/carrier/monitoring/monitoring.schema";
import type { LiveReading } from "@/features/telemetry/live/live.schema";
import { withReading } from "@/features/telemetry/live/reading.rules";
import { callService } from "@/lib/http/call-service";
import { useLive, useLiveRefresh, useWatched } from "@/lib/live/use-live";
import type { HomeOverviewDto } from "./home.schema";
import type { HomeStatisticsDto } from "./statistics.schema";

const STATISTICS_MS = 300_000;
/** As the list beside it, so that verdict and rows turn together. */
const BATCH_WINDOW_MS = 400;

export const homeKeys = { overview: ["home", "overview"], points: ["home", "points"] } as const;

/**
 * The overview, kept up to date; the page brings the first data. It is refetched as soon as the state of any carrier
 * turns, and by the clock as well: states also change with time, as when a value becomes stale or a pause ends.
 */
export function useOverview(first: HomeOverviewDto): HomeOverviewDto {
  const client = useQueryClient();
  useLiveRefresh(() => void client.invalidateQueries({ queryKey: homeKeys.overview }), { windowMs: BATCH_WINDOW_MS });
  const { data } = useQuery({
    queryKey: homeKeys.overview,
    queryFn: ({ signal }) => callService<HomeOverviewDto>("/service/home/overview", { signal }),
    initialData: first,
    initialDataUpdatedAt: first.at,
    staleTime: first.refreshSeconds * 1000,
    refetchInterval: ({ state }) => (state.data ?? first).refreshSeconds * 1000,
  });
  return data;
}

/** Applies values that are newer than the known ones; returns the same list if none is. */
export function withReadings(points: MonitoringPointDto[], readings: readonly LiveReading[]): MonitoringPointDto[] {
  const newest = new Map(readings.map((one) => [one.probeId, one]));
  if (!points.some(({ probes }) => probes.some(({ id }) => newest.has(id)))) return points;
  return points.map((point) => ({
    ...point,
    probes: point.probes.map((probe) => {
      const fresh = newest.get(probe.id);
      return fresh ? withReading(probe, fresh) : probe;
    }),
  }));
}

type PointsOf = { path: string; first: MonitoringListDto | null; now: number; refreshSeconds: number };

/** Carriers of a monitoring list call: values come from the stream; states and order are refetched after events. */
export function useLivePoints({ path, first, now, refreshSeconds }: PointsOf): MonitoringListDto | undefined {
  const client = useQueryClient();
  const queryKey = [...homeKeys.points, path];
  const { data } = useQuery({
    queryKey,
    queryFn: ({ signal }) => callService<MonitoringListDto>(path, { signal }),
    ...(first && { initialData: first, initialDataUpdatedAt: now }),
    placeholderData: keepPreviousData,
    staleTime: refreshSeconds * 1000,
    refetchInterval: refreshSeconds * 1000,
  });
  useWatched(data?.items.map(({ id }) => id) ?? [], now);
  useLive<LiveReading[]>("reading", (readings) =>
    client.setQueryData<MonitoringListDto>(queryKey, (list) => {
      if (!list) return list;
      const items = withReadings(list.items, readings);
      return items === list.items ? list : { ...list, items };
    }),
  );
  useLiveRefresh(() => void client.invalidateQueries({ queryKey }));
  return data;
}

/** The statistics of the last days, refetched every few minutes. */
export const statisticsQuery = (days: number) =>
  queryOptions({
    queryKey: ["home", "statistics", days],
    queryFn: ({ signal }) => callService<HomeStatisticsDto>(`/service/home/statistics?days=${days}`, { signal }),
    staleTime: STATISTICS_MS,
    refetchInterval: STATISTICS_MS,
  });

/** Saves the account's style of the home page. */
export const saveStyle = (style: string) => callService("/service/mine/homeStyle", { method: "PUT", body: { style } });
