import type { ConditionKind, Measure, Side } from "@/db/enums";
import { meanOf, type Sums, total } from "@/features/observation/observation.rules";
import { dayKey, fromLocalInput, startOfDay, zoneOffsetMs } from "@/lib/datetime/zone";
import { grouped } from "@/lib/grouped";
import { clip, type ProbeSpan, type Span } from "../ingest/probe.rules";
import type { HistoryProbe } from "../ingest/probe.schema";
import type { Cursor, Series } from "./history.schema";

const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const HOUR_MS = HOUR * 1000;
const DAY_MS = DAY * 1000;

/** Bucket widths that match a clock and a calendar, in seconds. */
const BUCKET_SECONDS = [
  ...[1, 2, 5, 10, 15, 30].map((minutes) => minutes * MINUTE),
  ...[1, 2, 3, 6, 12].map((hours) => hours * HOUR),
  ...[1, 2, 3, 7, 14, 30, 60, 90, 180, 365].map((days) => days * DAY),
];

/** 1970-01-05 was a Monday: buckets of whole weeks begin on Mondays. */
const FIRST_MONDAY = 4;

/** The zone's midnights around a range, from the last at or before its start to the first at or after its end. */
function midnights({ from, to }: Span, timeZone: string): number[] {
  let start = startOfDay(new Date(from), timeZone).getTime();
  let offset = zoneOffsetMs(new Date(start), timeZone);
  const starts = [start];
  while (start < to) {
    const nextOffset = zoneOffsetMs(new Date(start + DAY_MS), timeZone);
    // Calendar lookups are slow: only days with a clock change need one.
    const isEven = nextOffset === offset;
    start = isEven ? start + DAY_MS : startOfDay(new Date(start), timeZone, 1).getTime();
    offset = isEven ? offset : zoneOffsetMs(new Date(start), timeZone);
    starts.push(start);
  }
  return starts;
}

function dayStarts(range: Span, days: number, timeZone: string): number[] {
  const starts = midnights(range, timeZone);
  if (days === 1) return starts;
  return starts.filter((start) => {
    const day = Math.floor((start + zoneOffsetMs(new Date(start), timeZone)) / DAY_MS);
    return (day - FIRST_MONDAY) % days === 0;
  });
}

/**
 * Wall-clock hours (00, 06, 12 …), also on days of 23 or 25 hours; rounded down to a whole UTC hour in zones off it.
 */
function hourStarts(range: Span, hours: number, timeZone: string): number[] {
  const days = midnights(range, timeZone);
  return days.flatMap((start, day) => {
    const isEven = (days[day + 1] ?? start + DAY_MS) - start === DAY_MS;
    const key = isEven ? "" : dayKey(new Date(start), timeZone);
    return Array.from({ length: 24 / hours }, (_, index) => {
      const clock = `${key}T${String(index * hours).padStart(2, "0")}:00`;
      const exact = isEven ? start + index * hours * HOUR_MS : (fromLocalInput(clock, timeZone)?.getTime() ?? start);
      return exact - (exact % HOUR_MS);
    });
  });
}

/**
 * Starts of the buckets of a range in epoch milliseconds: the first at `from`, the others on the clock. Up to one hour
 * they are multiples since the epoch, from two hours on wall-clock hours, from a day on days of the zone.
 */
export function bucketStarts(range: Span, seconds: number, timeZone: string): number[] {
  const width = seconds * 1000;
  const isClock = seconds <= HOUR;
  const starts = isClock
    ? Array.from(
        { length: Math.max(0, Math.ceil(range.to / width) - Math.floor(range.from / width)) },
        (_, index) => (Math.floor(range.from / width) + index) * width,
      )
    : seconds < DAY
      ? hourStarts(range, seconds / HOUR, timeZone)
      : dayStarts(range, seconds / DAY, timeZone);
  return [range.from, ...starts.filter((start) => start > range.from && start < range.to)];
}

/** The narrowest buckets of clock and calendar of which at most `points` cover the range. */
export function chooseBuckets(range: Span, points: number, timeZone: string): { seconds: number; starts: number[] } {
  const length = (range.to - range.from) / 1000;
  for (const seconds of BUCKET_SECONDS) {
    if (length / seconds > points) continue;
    const starts = bucketStarts(range, seconds, timeZone);
    if (starts.length <= points) return { seconds, starts };
  }
  return { seconds: Math.ceil(length), starts: [range.from] };
}

/** Splits a span into whole hours, read from roll-ups, and the hours cut by an edge, read from readings. */
export function planReads(span: Span, edges: readonly number[]): { hours: Span[]; raw: Span[] } {
  const cuts = [span.from, ...edges, span.to].filter((at) => at >= span.from && at <= span.to && at % HOUR_MS !== 0);
  const cutHours = [...new Set(cuts.map((at) => at - (at % HOUR_MS)))].sort((a, b) => a - b);
  const hours: Span[] = [];
  const raw: Span[] = [];
  let at = span.from;
  for (const hour of cutHours) {
    if (hour > at) hours.push({ from: at, to: hour });
    raw.push({ from: Math.max(hour, span.from), to: Math.min(hour + HOUR_MS, span.to) });
    at = hour + HOUR_MS;
  }
  if (at < span.to) hours.push({ from: at, to: span.to });
  return { hours, raw };
}

/** What to read of several probes: roll-ups of whole hours, and readings. */
export type Reads = { hours: ProbeSpan[]; raw: ProbeSpan[] };

/** The plans of all spans together, cut at the same edges. */
export function planAll(spans: readonly ProbeSpan[], edges: readonly number[]): Reads {
  const plans = spans.map(({ probeId, ...span }) => {
    const { hours, raw } = planReads(span, edges);
    const own = (part: Span): ProbeSpan => ({ probeId, ...part });
    return { hours: hours.map(own), raw: raw.map(own) };
  });
  return { hours: plans.flatMap(({ hours }) => hours), raw: plans.flatMap(({ raw }) => raw) };
}

/** The spans still to be read for a page: those after the cursor in (time, probe) order. */
export function beyond(
  spans: readonly ProbeSpan[],
  cursor: Cursor | undefined,
  order: "newest" | "oldest",
): ProbeSpan[] {
  if (!cursor) return [...spans];
  return spans.flatMap(({ probeId, ...span }) => {
    const rest =
      order === "newest"
        ? { from: -Infinity, to: cursor.at + (probeId < cursor.probeId ? 1 : 0) }
        : { from: cursor.at + (probeId > cursor.probeId ? 0 : 1), to: Infinity };
    return clip([span], rest).map((part) => ({ probeId, ...part }));
  });
}

/**
 * A series with its instants moved to the middles of the buckets, for a chart. Buckets begin at `at` and end with the
 * range.
 */
export function centred<S extends Pick<Series, "at">>(series: S, bucketSeconds: number, range: Span): S {
  if (bucketSeconds === 0) return series;
  const width = bucketSeconds * 1000;
  const endOf = (at: number, index: number) => Math.min(at + width, series.at[index + 1] ?? range.to, range.to);
  return { ...series, at: series.at.map((at, index) => Math.round((at + endOf(at, index)) / 2)) };
}

/**
 * The columns of a switch by bucket, from the sums of its spans: the mean is the share of the observed time in which it
 * was on, minimum and maximum are the states that occurred. Buckets without observed time are omitted.
 */
export function sharesOf(spans: readonly (readonly Sums[])[], starts: readonly number[]): Omit<Series, "probeId"> {
  const columns: Omit<Series, "probeId"> = { at: [], min: [], mean: [], max: [] };
  for (const [bucket, at] of starts.entries()) {
    const sums = total(spans.flatMap((buckets) => buckets[bucket] ?? []));
    const share = meanOf(sums);
    if (share === null) continue;
    columns.at.push(at);
    columns.min.push(Math.min(sums.minimum ?? 1, share < 1 ? 0 : 1));
    columns.mean.push(share);
    columns.max.push(Math.max(sums.maximum ?? 0, share > 0 ? 1 : 0));
  }
  return columns;
}

/** The name under which a probe is shown beside others: its carrier, or else its device. */
export const placeOf = ({ carrierName, deviceName }: Pick<HistoryProbe, "carrierName" | "deviceName">): string =>
  carrierName ?? deviceName;

/**
 * Names that distinguish probes of the same measure: the carrier; if it has several, with the name of the device, or its
 * serial number where the name does not tell them apart; and with the channel if a device has several of a measure.
 */
export function namesOf(probes: readonly HistoryProbe[]): Map<number, string> {
  return new Map(
    probes.map((probe) => {
      const { probeId, measure, deviceId, channel } = probe;
      const rivals = probes.filter((other) => other.measure === measure && placeOf(other) === placeOf(probe));
      if (rivals.length === 1) return [probeId, placeOf(probe)];
      const others = rivals.filter((other) => other.deviceId !== deviceId);
      const isNamed = [probe, ...others].every(
        (one) =>
          shortName(one) !== "" && rivals.every((other) => isOne(one, other) || shortName(other) !== shortName(one)),
      );
      const device = isNamed ? shortName(probe) : probe.serialNumber;
      const isSeveral = rivals.length - others.length > 1 && channel !== "";
      const parts = [...(isSeveral && others.length === 0 ? [] : [device]), ...(isSeveral ? [channel] : [])];
      return [probeId, [placeOf(probe), ...parts].join(" · ")];
    }),
  );
}

const isOne = (a: HistoryProbe, b: HistoryProbe) => a.deviceId === b.deviceId;

/** The name of a device without that of its carrier in front: `Fridge 1 probe 2` is `probe 2`. */
function shortName({ carrierName, deviceName }: HistoryProbe): string {
  const isInFront = carrierName !== null && deviceName.startsWith(carrierName);
  return (isInFront ? deviceName.slice(carrierName.length) : deviceName).replace(/^[\s·,-]+/, "").trim();
}

/** Index of a probe's device among those shown, which gives all its lines one colour. */
export const orderOf = (probes: readonly HistoryProbe[], deviceId: number): number =>
  [...new Set(probes.map((probe) => probe.deviceId))].indexOf(deviceId);

/** A device in a legend: its probes, its name, and its measures where only they tell it from others of its carrier. */
export type LegendDevice = { deviceId: number; probeIds: number[]; name: string; measures: Measure[] };

/** The devices of a legend in the order of their colours. */
export function legendOf(probes: readonly HistoryProbe[], names: ReadonlyMap<number, string>): LegendDevice[] {
  const devices = [...grouped(probes, ({ deviceId }) => deviceId)].map(([deviceId, own]) => ({
    deviceId,
    probeIds: own.map(({ probeId }) => probeId),
    name: names.get(own[0]?.probeId ?? 0) ?? "",
    measures: [...new Set(own.map(({ measure }) => measure))],
  }));
  const isAlone = ({ deviceId, name }: LegendDevice) =>
    devices.every((other) => other.deviceId === deviceId || !`${other.name} · `.startsWith(`${name} · `));
  return devices.map((device) => (isAlone(device) ? { ...device, measures: [] } : device));
}

/** Kinds that concern a measure. */
type ShadeKind = Exclude<ConditionKind, "geofence">;
type Shade = { kind: ShadeKind; side: Side | null; measure: Measure };

const SHADE_TEXT: Record<ShadeKind, (shade: Shade) => string> = {
  range: ({ side }) => side ?? "outside",
  cumulative: () => "cumulative",
  "no-data": () => "silent",
  state: ({ measure }) => (measure === "power" ? "powerLost" : "doorOpen"),
  trend: () => "foreseen",
};

/** The key of `history.chart` for the label of a shaded exception. */
export const shadeText = (shade: Shade): string => SHADE_TEXT[shade.kind](shade);
