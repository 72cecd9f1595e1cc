import { MEASURES, type Measure } from "@/db/enums";
import { arrheniusTerm } from "@/lib/units/kinetic";
import { PLAUSIBLE } from "@/lib/units/limits";
import type { Position, Reading, Rejection } from "./schema";

/** Clocks may be this far ahead of ours (decisions, section 4). */
export const FUTURE_TOLERANCE_MS = 10 * 60_000;
/** Nothing was monitored before: an older time is a clock that was never set. */
export const EARLIEST_AT = Date.UTC(2000, 0, 1);

const KNOWN = new Set<string>(MEASURES);
const SWITCHES = new Set<Measure>(["door", "power"]);
const ISO = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?(Z|[+-]\d{2}:?\d{2})$/;

/** The instant in epoch milliseconds, or the reason why it is none. */
function instantOf(at: unknown, now: number): number | string {
  let instant: number;
  if (typeof at === "number" && Number.isFinite(at)) instant = Math.trunc(at);
  else if (typeof at === "string" && ISO.test(at)) instant = Date.parse(at);
  else return "at: must be ISO-8601 with an offset, or epoch milliseconds";
  if (Number.isNaN(instant)) return "at: no such date";
  if (instant > now + FUTURE_TOLERANCE_MS) return "at: more than 10 minutes in the future";
  if (instant < EARLIEST_AT) return "at: before 2000-01-01";
  return instant;
}

/** Why this cannot be a value of the measure in canonical units, or null. */
export function faultOf(measure: Measure, value: unknown): string | null {
  if (typeof value !== "number" || !Number.isFinite(value)) return "must be a finite number";
  const { minimum, maximum } = PLAUSIBLE[measure];
  if (value < minimum || value > maximum) return `must be from ${minimum} to ${maximum}`;
  if (SWITCHES.has(measure) && value !== 0 && value !== 1) return "must be 0 or 1";
  return null;
}

function valuesOf(raw: unknown): (readonly [Measure, number])[] | string {
  if (raw === undefined) return [];
  if (!isRecord(raw)) return "values: must be an object";
  const values: (readonly [Measure, number])[] = [];
  for (const name in raw) {
    if (!KNOWN.has(name)) return `values.${name.slice(0, 40)}: unknown measure`;
    const measure = name as Measure;
    const value = raw[name];
    const fault = faultOf(measure, value);
    if (fault !== null) return `values.${measure}: ${fault}`;
    // −0 equals 0 but reads back differently.
    values.push([measure, (value as number) + 0]);
  }
  return values;
}

const isNumberWithin = (value: unknown, minimum: number, maximum: number): value is number =>
  typeof value === "number" && value >= minimum && value <= maximum;

function positionOf(raw: unknown): Position | null | string {
  if (raw === undefined || raw === null) return null;
  if (!isRecord(raw)) return "position: must be an object";
  const { lon, lat, speedKmh, course } = raw;
  if (!isNumberWithin(lon, -180, 180)) return "position.lon: must be from -180 to 180";
  if (!isNumberWithin(lat, -90, 90)) return "position.lat: must be from -90 to 90";
  if (speedKmh != null && !isNumberWithin(speedKmh, 0, 500)) return "position.speedKmh: must be from 0 to 500";
  if (course != null && !isNumberWithin(course, 0, 360)) return "position.course: must be from 0 to 360";
  return { longitude: lon, latitude: lat, speedKmh: (speedKmh as number) ?? null, course: (course as number) ?? null };
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  value !== null && typeof value === "object" && !Array.isArray(value);

/**
 * One element of the ingest body as a canonical reading, or the reason why it is refused: the field and the rule.
 * `now` in epoch milliseconds.
 */
export function parseReading(raw: unknown, index: number, now: number): Reading | string {
  if (!isRecord(raw)) return "reading: must be an object";
  const { device } = raw;
  // PostgreSQL keeps no NUL: one in a batch would refuse the whole of it.
  if (typeof device !== "string" || device.trim() === "" || device.length > 64 || device.includes("\0")) {
    return "device: must be a serial number or MAC of 1 to 64 characters";
  }
  const at = instantOf(raw.at, now);
  if (typeof at === "string") return at;
  const values = valuesOf(raw.values);
  if (typeof values === "string") return values;
  const position = positionOf(raw.position);
  if (typeof position === "string") return position;
  if (values.length === 0 && position === null) return "values: at least one measure or a position is required";
  return { index, device: device.trim().toUpperCase(), at, values, position };
}

/** Time constant of the displayed trend: about the last ten minutes count. */
const TREND_MINUTES = 10;

/**
 * The smoothed change per minute after one more value: an exponential moving average of the slope whose weight
 * depends on the time passed, so that uneven intervals do not distort it. Null until there are two values.
 */
export function nextTrend(trend: number | null, elapsedMs: number, change: number): number | null {
  const minutes = elapsedMs / 60_000;
  if (minutes <= 0) return trend;
  const slope = change / minutes;
  if (trend === null) return slope;
  return trend + (1 - Math.exp(-minutes / TREND_MINUTES)) * (slope - trend);
}

/** What one batch adds to an hour of a probe; `hour` in epoch milliseconds. */
export type HourRollup = {
  probeId: number;
  hour: number;
  count: number;
  sum: number;
  minimum: number;
  maximum: number;
  /** Σ exp(−10000/T) for temperatures, null for other measures. */
  arrheniusSum: number | null;
};

const HOUR_MS = 3_600_000;

/** The roll-ups of one probe's new values (columns of equal length). */
export function hoursOf(
  probeId: number,
  isTemperature: boolean,
  ats: readonly number[],
  values: readonly number[],
): HourRollup[] {
  const hours = new Map<number, HourRollup>();
  for (let index = 0; index < ats.length; index += 1) {
    const at = ats[index] as number;
    const value = values[index] as number;
    const hour = at - (at % HOUR_MS);
    const arrhenius = isTemperature ? arrheniusTerm(value) : null;
    const known = hours.get(hour);
    if (!known) {
      hours.set(hour, { probeId, hour, count: 1, sum: value, minimum: value, maximum: value, arrheniusSum: arrhenius });
      continue;
    }
    known.count += 1;
    known.sum += value;
    if (value < known.minimum) known.minimum = value;
    if (value > known.maximum) known.maximum = value;
    if (arrhenius !== null) known.arrheniusSum = (known.arrheniusSum ?? 0) + arrhenius;
  }
  return [...hours.values()];
}

/** A reading with the device it belongs to. */
export type Located<Device extends { probes: Partial<Record<Measure, number>> }> = { reading: Reading; device: Device };

export type NewValues = { probeId: number[]; at: number[]; value: number[]; measure: Measure[] };

/**
 * Sorts readings into new ones, exact repeats and conflicts. `stored` maps `probeId:at` to the value that is there.
 * A reading is one record: it is refused whole if one of its values contradicts a stored one, a repeat if it brings
 * nothing new. Of a contradiction within a batch the first stays.
 */
export function admit<Device extends { probes: Partial<Record<Measure, number>> }>(
  located: readonly Located<Device>[],
  stored: ReadonlyMap<string, number>,
) {
  const values: NewValues = { probeId: [], at: [], value: [], measure: [] };
  const rejected: Rejection[] = [];
  // By probe, and no text for each value: this is the hottest loop of taking readings in.
  const taken = new Map<number, Map<number, number>>();
  let accepted = 0;
  let duplicates = 0;
  for (const { reading, device } of located) {
    const { at } = reading;
    const fresh: [number, Measure, number][] = [];
    let conflict: string | null = null;
    for (const [measure, value] of reading.values) {
      const probeId = device.probes[measure] as number;
      const known = (stored.size > 0 ? stored.get(`${probeId}:${at}`) : undefined) ?? taken.get(probeId)?.get(at);
      if (known === undefined) fresh.push([probeId, measure, value]);
      else if (known !== value) conflict = `conflict: values.${measure} is recorded as ${known} at this time`;
    }
    if (conflict !== null) rejected.push({ index: reading.index, reason: conflict });
    else if (fresh.length === 0 && reading.values.length > 0) duplicates += 1;
    else {
      accepted += 1;
      for (const [probeId, measure, value] of fresh) {
        const own = taken.get(probeId);
        if (own) own.set(at, value);
        else taken.set(probeId, new Map([[at, value]]));
        values.probeId.push(probeId);
        values.at.push(at);
        values.value.push(value);
        values.measure.push(measure);
      }
    }
  }
  return { values, accepted, duplicates, rejected };
}

/** The new values of one probe: as samples sorted by time, and as columns in the same order. */
export type Series = {
  probeId: number;
  measure: Measure;
  samples: { at: number; value: number }[];
  at: number[];
  value: number[];
};

/** The values by probe, in order of the probes and each sorted by time. */
export function seriesOf(values: NewValues): Series[] {
  const series = new Map<number, Series>();
  for (let index = 0; index < values.probeId.length; index += 1) {
    const probeId = values.probeId[index] as number;
    const sample = { at: values.at[index] as number, value: values.value[index] as number };
    const known = series.get(probeId);
    if (known) known.samples.push(sample);
    else
      series.set(probeId, { probeId, measure: values.measure[index] as Measure, samples: [sample], at: [], value: [] });
  }
  for (const one of series.values()) {
    one.samples.sort((a, b) => a.at - b.at);
    one.at = one.samples.map((sample) => sample.at);
    one.value = one.samples.map((sample) => sample.value);
  }
  return [...series.values()].sort((a, b) => a.probeId - b.probeId);
}

/**
 * The values of all series as columns, in the order of the table's key: what goes into one page of the index comes
 * together, so that its depth and size cost little.
 */
export const columnsOf = (series: readonly Series[]) => ({
  probeId: series.flatMap(({ probeId, at }) => at.map(() => probeId)),
  at: series.flatMap(({ at }) => at),
  value: series.flatMap(({ value }) => value),
});
