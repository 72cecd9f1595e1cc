import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { callService } from "@/lib/http/call-service";
import type { ComparisonDto, DoorDto, HeatDto, SelectionQuery, TrendDto } from "./statistic.schema";

const PATH = "/service/count/statistic";
/** A year of a large installation takes longer than a usual call. */
const TIMEOUT_MS = 60_000;

export type Selection = SelectionQuery;

/** The query parameters of a selection; undefined ones are left out. */
export function paramsOf(selection: Partial<Selection>): URLSearchParams {
  const { by, measure, sceneId, carrierType, carrierId, range, from, to, q } = selection;
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries({ by, measure, sceneId, carrierType, carrierId, range, from, to, q }))
    if (value !== undefined) query.set(name, String(value));
  return query;
}

/** The address of the statistics with this selection. */
export const statisticHref = (selection: Partial<Selection>): string => `/count/statistic?${paramsOf(selection)}`;

const part = <T>(name: string, selection: Selection) => {
  const query = paramsOf(selection).toString();
  return queryOptions({
    queryKey: ["statistics", name, query],
    queryFn: ({ signal }) => callService<T>(`${PATH}/${name}?${query}`, { signal, timeoutMs: TIMEOUT_MS }),
    staleTime: 60_000,
    placeholderData: keepPreviousData,
  });
};

export const comparisonQuery = (selection: Selection) => part<ComparisonDto>("compare", selection);
export const trendQuery = (selection: Selection) => part<TrendDto>("trend", selection);
export const heatQuery = (selection: Selection) => part<HeatDto>("heatMap", selection);
export const doorQuery = (selection: Selection) => part<DoorDto>("door", selection);
