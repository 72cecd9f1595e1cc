import "server-only";
import { meanOf, passRateOf, type Sums, total } from "@/features/observation/observation.rules";
import { observeOpenings } from "@/features/observation/observation.service";
import { wallClock } from "@/lib/datetime/zone";
import { AppError } from "@/lib/errors";
import { defineOperation } from "@/lib/operation/define-operation";
import type { PageContext } from "@/lib/page/define-page";
import { readAddress, recordRights } from "@/lib/resource/list-page";
import { definitions } from "./definition/definition.operations";
import { dayKeysOf, daysOf, rangeBefore, rangeOf, startsOf, unitOfRange } from "./period.rules";
import { heatDays, isMixed, keyOf, sorted } from "./statistic.rules";
import {
  type ComparisonDto,
  type DoorDto,
  type HeatDto,
  SelectionQuery,
  type StatisticDto,
  StatisticListQuery,
  type StatisticRow,
  type TooLarge,
  type TrendDto,
} from "./statistic.schema";
import { open, readRows, sumsOf, zoneOf } from "./statistic.service";

const HOUR_MS = 3_600_000;

/** The figures of a selection by place, type, carrier or probe. */
export const listStatistics = defineOperation({
  name: "statistics.list",
  kind: "query",
  isLong: true,
  permission: "viewDataStatistics",
  input: StatisticListQuery,
  async run(ctx, { sort, dir, iDisplayStart, iDisplayLength, ...query }): Promise<StatisticDto> {
    const { rows, all, range, timeZone } = await readRows(ctx, query.by, query);
    const items = sorted(rows, sort, dir).slice(iDisplayStart, iDisplayStart + iDisplayLength);
    return { items, total: rows.length, all, range, timeZone };
  },
});

/** The same figures of the range before, to compare. */
export const compareStatistics = defineOperation({
  name: "statistics.compare",
  kind: "query",
  isLong: true,
  permission: "viewDataStatistics",
  input: SelectionQuery,
  async run(ctx, query): Promise<ComparisonDto> {
    const before = rangeBefore(rangeOf(query, ctx.now, zoneOf(ctx)));
    const { rows, all, range } = await readRows(ctx, query.by, query, before);
    const figures = ({ passRate, excursions, mean }: StatisticRow | typeof all) => ({ passRate, excursions, mean });
    return { range, rows: Object.fromEntries([["all", figures(all)], ...rows.map((row) => [row.key, figures(row)])]) };
  },
});

/** Rows of the chart of pass rates. */
const LOWEST = 12;

/** The course of all probes together by day, week or month, and the groups with the lowest pass rates. */
export const getTrend = defineOperation({
  name: "statistics.trend",
  kind: "query",
  isLong: true,
  permission: "viewDataStatistics",
  input: SelectionQuery,
  async run(ctx, query): Promise<TrendDto> {
    const { range, timeZone, mounted } = await open(ctx, query);
    const unit = unitOfRange(range);
    const starts = startsOf(range, unit, timeZone);
    const found = await sumsOf(ctx, mounted, range, starts.slice(1));
    const limited = found.filter((_, index) => {
      const { minimum, maximum } = mounted[index]?.observation ?? {};
      return (minimum ?? maximum ?? null) !== null;
    });
    const mixed = isMixed(mounted);
    const parts = starts.map((at, bucket) => {
      const of = (all: readonly Sums[][]) =>
        total(all.flatMap((buckets) => ({ ...(buckets[bucket] as Sums), gaps: [] })));
      const [sums, within] = [of(found), of(limited)];
      return {
        at,
        minimum: sums.minimum,
        mean: mixed ? null : meanOf(sums),
        maximum: sums.maximum,
        passRate: passRateOf(within),
        outsideSeconds: limited.length > 0 ? (within.observedMs - within.withinMs) / 1000 : null,
      };
    });
    const groups = new Map<string, { name: string; observedMs: number; withinMs: number }>();
    for (const [index, one] of mounted.entries()) {
      const { minimum, maximum } = one.observation;
      if (minimum === null && maximum === null) continue;
      const key = keyOf(query.by, one);
      const sums = total((found[index] as Sums[]).map((part) => ({ ...part, gaps: [] })));
      const group = groups.get(key) ?? { name: nameOf(query.by, one), observedMs: 0, withinMs: 0 };
      groups.set(key, {
        ...group,
        observedMs: group.observedMs + sums.observedMs,
        withinMs: group.withinMs + sums.withinMs,
      });
    }
    const lowest = [...groups]
      .flatMap(([key, group]) => {
        const passRate = passRateOf(group);
        return passRate === null ? [] : [{ key, name: group.name, passRate }];
      })
      .sort((a, b) => a.passRate - b.passRate || a.name.localeCompare(b.name))
      .slice(0, LOWEST);
    return { unit, isMixed: mixed, parts, lowest };
  },
});

type Named = Parameters<typeof keyOf>[1] & { sceneName: string; carrierName: string; probeName: string };

const nameOf = (by: SelectionQuery["by"], one: Named): string =>
  ({
    place: one.sceneName,
    type: one.carrierType,
    carrier: one.carrierName,
    probe: `${one.carrierName} · ${one.probeName}`,
  })[by];

/** Time outside and deviation by hour of the day and day, over all probes of the selection. */
export const getHeatMap = defineOperation({
  name: "statistics.heatMap",
  kind: "query",
  isLong: true,
  permission: "viewDataStatistics",
  input: SelectionQuery,
  async run(ctx, query): Promise<HeatDto> {
    const { range, timeZone, mounted } = await open(ctx, query);
    const most = heatDays(mounted.length);
    if (daysOf(range) > most) return { days: [], seconds: [], deviation: [], tooMany: most };
    // Whole UTC hours have sums; in a zone that is off them an hour counts where it begins.
    const first = Math.ceil(range.from / HOUR_MS) * HOUR_MS;
    const hours = Array.from(
      { length: Math.max(0, Math.ceil((range.to - first) / HOUR_MS)) },
      (_, hour) => first + hour * HOUR_MS,
    );
    const found = await sumsOf(ctx, mounted, range, hours);
    const days = dayKeysOf(range, timeZone);
    const seconds = days.map(() => Array<number | null>(24).fill(null));
    const areas = days.map(() => Array.from({ length: 24 }, () => ({ area: 0, observedMs: 0 })));
    const place = new Map(days.map((day, index) => [day, index]));
    for (const [bucket, at] of [range.from, ...hours].entries()) {
      const { year, month, day, hour } = wallClock(new Date(at), timeZone);
      const key = `${year}-${String(month).padStart(2, "0")}-${String(day).padStart(2, "0")}`;
      const row = place.get(key);
      if (row === undefined) continue;
      for (const [index, buckets] of found.entries()) {
        const { observedMs, withinMs, area } = buckets[bucket] as Sums;
        const { minimum, maximum } = mounted[index]?.observation ?? { minimum: null, maximum: null };
        if (observedMs === 0 || (minimum === null && maximum === null)) continue;
        const own = seconds[row] as (number | null)[];
        own[hour] = (own[hour] ?? 0) + (observedMs - withinMs) / 1000;
        if (minimum === null || maximum === null) continue;
        const sum = areas[row]?.[hour] as { area: number; observedMs: number };
        sum.area += area - ((minimum + maximum) / 2) * observedMs;
        sum.observedMs += observedMs;
      }
    }
    const deviation = areas.map((row) => row.map((sum) => meanOf({ ...NO_SUMS, ...sum })));
    return { days, seconds, deviation, tooMany: null };
  },
});

const NO_SUMS = total([]);

/** Readings of doors that may be read: about half a second. */
const MAXIMUM_DOOR_READINGS = 500_000;

/** How often the doors of the selection opened, by group. */
export const countDoors = defineOperation({
  name: "statistics.doors",
  kind: "query",
  isLong: true,
  permission: "viewDataStatistics",
  input: SelectionQuery,
  async run(ctx, query): Promise<DoorDto> {
    const { mounted } = await open(ctx, query, { measures: ["door"] });
    const spans = mounted.map(({ observation }) => observation);
    const found = await observeOpenings(ctx, spans, MAXIMUM_DOOR_READINGS);
    if (found === null) return { rows: null };
    const rows: Record<string, number> = {};
    // A door belongs to no other probe of its carrier: by probe, each shows the doors of the carrier.
    const by = query.by === "probe" ? "carrier" : query.by;
    for (const [index, one] of mounted.entries()) {
      const key = keyOf(by, one);
      rows[key] = (rows[key] ?? 0) + (found[index] ?? 0);
    }
    return { rows };
  },
});

/** Loads the screen: the rows, the saved definitions and what the account may do with them. */
export async function loadStatisticScreen(ctx: PageContext) {
  const { query, address } = readAddress(ctx, StatisticListQuery);
  const [statistics, saved] = await Promise.all([
    listStatistics.call(ctx, query).catch(issueOf),
    definitions.list.call(ctx, { iDisplayLength: 100 }),
  ]);
  return {
    view: { ...address, page: { items: [], total: 0 } },
    selection: query,
    statistics,
    saved: saved.items,
    rights: recordRights(ctx, "DataStatistics"),
    userId: ctx.principal.user.id,
  };
}

function issueOf(error: unknown): TooLarge {
  const [issue] = error instanceof AppError ? (error.details.issues ?? []) : [];
  if (issue?.rule !== "selectionDays" && issue?.rule !== "tooManyProbes") throw error;
  return { limit: issue.limit ?? 0, rule: issue.rule };
}
