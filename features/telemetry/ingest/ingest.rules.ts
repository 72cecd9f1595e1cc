import type { Measure } from "@/db/enums";
import { isoInstant } from "@/lib/datetime/iso";
import { PLAUSIBLE } from "@/lib/units/limits";
import { keyOf, measureOf, planProbes, probeIdsOf } from "./channel.rules";
import type { Position, ProbeIds, ProbeKey, Reading, Rejection } from "./ingest.schema";

/** Tolerance for device clocks that are ahead (decisions, section 4). */
export const FUTURE_TOLERANCE_MS = 10 * 60_000;
/** Nothing was monitored before: an earlier time comes from a clock that was never set. */
export const EARLIEST_AT = Date.UTC(2000, 0, 1);

/** Values per reading and probes per device: bounds what a sender that invents channels can create. */
export const MAXIMUM_VALUES = 64;
export const MAXIMUM_PROBES = 64;

/** The reason stored for a fault that a probe reports itself. */
export const PROBE_FAULT = "probe-fault";

const SWITCHES = new Set<Measure>(["door", "power"]);

/** The instant in epoch milliseconds, or the reason why it is invalid. */
function instantOf(at: unknown, now: number): number | string {
  const instant = typeof at === "string" ? isoInstant(at) : Number.isFinite(at) ? Math.trunc(at as number) : undefined;
  if (instant === undefined) return "at: must be ISO-8601 with an offset, or epoch milliseconds";
  if (Number.isNaN(instant)) return "at: no such date";
  if (instant > now + FUTURE_TOLERANCE_MS) return "at: more than 10 minutes in the future";
  if (instant < EARLIEST_AT) return "at: before 2000-01-01";
  return instant;
}

/** Why this is not a value of the measure in canonical units, or null. */
export function faultOf(measure: Measure, value: unknown): string | null {
  if (typeof value !== "number" || !Number.isFinite(value)) return "must be a finite number";
  const { minimum, maximum } = PLAUSIBLE[measure];
  if (value < minimum || value > maximum) return `must be from ${minimum} to ${maximum}`;
  if (SWITCHES.has(measure) && value !== 0 && value !== 1) return "must be 0 or 1";
  return null;
}

type Values = { values: [ProbeKey, number][]; faults?: Set<ProbeKey> };

const tooMany = (field: "values" | "faults") => `${field}: at most ${MAXIMUM_VALUES} values in one reading`;

/** Adds what probes sent in place of a value: any number, since it is not a value of the measure. */
function addFaults(raw: unknown, { values, faults = new Set() }: Values): Values | string {
  if (!isRecord(raw)) return "faults: must be an object";
  for (const name in raw) {
    const key = keyOf(name);
    if (key === null) return `faults.${name.slice(0, 40)}: unknown measure`;
    const value = raw[name];
    if (typeof value !== "number" || !Number.isFinite(value)) return `faults.${key}: must be a finite number`;
    if (values.some(([known]) => known === key)) return `faults.${key}: the probe has a value as well`;
    if (values.length >= MAXIMUM_VALUES) return tooMany("faults");
    values.push([key, value + 0]);
    faults.add(key);
  }
  return { values, faults };
}

function valuesOf(raw: unknown): Values | string {
  if (raw === undefined) return { values: [] };
  if (!isRecord(raw)) return "values: must be an object";
  const values: Values["values"] = [];
  for (const name in raw) {
    const key = keyOf(name);
    if (key === null) return `values.${name.slice(0, 40)}: unknown measure`;
    const value = raw[name];
    const fault = faultOf(measureOf(key), value);
    if (fault !== null) return `values.${key}: ${fault}`;
    if (values.length >= MAXIMUM_VALUES) return tooMany("values");
    // −0 equals 0 but reads back differently.
    values.push([key, (value as number) + 0]);
  }
  return { values };
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
 * Parses one element of the ingest body into a canonical reading, or returns the reason for its rejection: the field
 * and the rule. `now` in epoch milliseconds.
 */
export function parseReading(raw: unknown, index: number, now: number): Reading | string {
  if (!isRecord(raw)) return "reading: must be an object";
  const { device } = raw;
  // PostgreSQL cannot store NUL: one of them would fail the whole batch.
  if (typeof device !== "string" || device.trim() === "" || device.length > 64 || device.includes("\0")) {
    return "device: must be a serial number or MAC of 1 to 64 characters";
  }
  const at = instantOf(raw.at, now);
  if (typeof at === "string") return at;
  const valid = valuesOf(raw.values);
  if (typeof valid === "string") return valid;
  const read = raw.faults === undefined ? valid : addFaults(raw.faults, valid);
  if (typeof read === "string") return read;
  const { values, faults } = read;
  const position = positionOf(raw.position);
  if (typeof position === "string") return position;
  if (values.length === 0 && position === null) return "values: at least one measure or a position is required";
  return { index, device: device.trim().toUpperCase(), at, values, position, ...(faults && { faults }) };
}

/** A reading in the shape of the ingest body; the inverse of `parseReading`. */
export function unparsed({ device, at, values, faults, position }: Reading) {
  const isFault = (key: ProbeKey) => faults?.has(key) ?? false;
  const { longitude: lon, latitude: lat, ...motion } = position ?? { longitude: 0, latitude: 0 };
  return {
    device,
    at,
    values: Object.fromEntries(values.filter(([key]) => !isFault(key))),
    ...(faults && { faults: Object.fromEntries(values.filter(([key]) => isFault(key))) }),
    ...(position && { position: { lon, lat, ...motion } }),
  };
}

/** What one batch adds to an hour of a probe; `hour` in epoch milliseconds. */
export type HourRollup = {
  probeId: number;
  hour: number;
  count: number;
  sum: number;
  minimum: number;
  maximum: number;
};

const HOUR_MS = 3_600_000;

/** The roll-ups of one probe's new values (columns of equal length). */
export function hoursOf(probeId: number, ats: readonly number[], values: readonly number[]): HourRollup[] {
  const hours = new Map<number, HourRollup>();
  for (let index = 0; index < ats.length; index += 1) {
    const at = ats[index] as number;
    const value = values[index] as number;
    const hour = at - (at % HOUR_MS);
    const known = hours.get(hour);
    if (!known) {
      hours.set(hour, { probeId, hour, count: 1, sum: value, minimum: value, maximum: value });
      continue;
    }
    known.count += 1;
    known.sum += value;
    if (value < known.minimum) known.minimum = value;
    if (value > known.maximum) known.maximum = value;
  }
  return [...hours.values()];
}

/**
 * A reading with its device. `carrierId`: the carrier on which the device was at that instant; without it, the one on
 * which it is. `isForeign`: it belongs to another customer than the sender, who must not learn what is stored.
 */
export type Located<Device extends { probes: ProbeIds }> = {
  reading: Reading;
  device: Device;
  carrierId?: number | null;
  isForeign?: boolean;
};

/** The carrier to which the position of a reading belongs; null: none. */
export const carrierOf = ({
  device,
  carrierId = device.carrierId,
}: {
  device: { carrierId: number | null };
  carrierId?: number | null;
}): number | null => carrierId;

/**
 * Splits readings into those whose probes exist or can still be created, and rejections with the key of the first probe
 * above the limit. Known probes of a device at the limit still work.
 */
export function withinProbes<Device extends { probes: ProbeIds }>(located: readonly Located<Device>[]) {
  const within: Located<Device>[] = [];
  const rejected: Rejection[] = [];
  const asked = new Map<Device, Set<ProbeKey>>();
  for (const { reading, device } of located)
    if (reading.values.some(([key]) => device.probes[key] === undefined)) asked.set(device, new Set());
  for (const one of located) {
    const { reading, device } = one;
    const keys = asked.get(device);
    if (!keys) {
      within.push(one);
      continue;
    }
    const fresh = reading.values.flatMap(([key]) => (device.probes[key] === undefined && !keys.has(key) ? [key] : []));
    const excess = fresh.length === 0 ? undefined : excessOf(device.probes, keys, [...keys, ...fresh]);
    if (excess !== undefined) {
      const reason = `values.${excess}: the device has ${MAXIMUM_PROBES} probes, and may have no more`;
      rejected.push({ index: reading.index, reason });
      continue;
    }
    for (const [key] of reading.values) keys.add(key);
    within.push(one);
  }
  return { within, rejected };
}

/** The first of `keys`, not in `before`, whose new probe would exceed the limit. */
function excessOf(probes: ProbeIds, before: ReadonlySet<ProbeKey>, keys: readonly ProbeKey[]): ProbeKey | undefined {
  const room = MAXIMUM_PROBES - new Set(probeIdsOf(probes)).size;
  const { create } = planProbes(probes, keys);
  return create.length > room ? create.filter((key) => !before.has(key)).at(-1) : undefined;
}

export type NewValues = { probeId: number[]; at: number[]; value: number[]; measure: Measure[] };
export type NewPosition = Position & { carrierId: number; at: number };

type Place = Pick<Position, "longitude" | "latitude">;
/**
 * What is stored already: values as `probeId:at`, positions as `carrierId:at`, and the carriers whose positions are
 * stored.
 */
export type Known = {
  values: ReadonlyMap<string, number>;
  places: ReadonlyMap<string, Place>;
  carriers: { has(carrierId: number): boolean };
};

const conflictOf = (name: string, stored: unknown, { isForeign = false }: { isForeign?: boolean }): string =>
  `conflict: ${name} ${isForeign ? "differs from what is recorded" : `is recorded as ${stored}`} at this time`;

/**
 * Classifies readings as new, duplicate or conflict. A reading is one record: it is rejected as a whole if one of its
 * values conflicts with a stored one, and a duplicate if it adds nothing. Within a batch the first one wins. A carrier
 * has one position at an instant: of a reading with another position the values are accepted and the position is
 * rejected, since several devices may be on one carrier.
 */
export function admit<Device extends { probes: ProbeIds; carrierId: number | null }>(
  located: readonly Located<Device>[],
  known: Known,
) {
  const values: NewValues = { probeId: [], at: [], value: [], measure: [] };
  const positions: NewPosition[] = [];
  const rejected: Rejection[] = [];
  // A map per probe rather than text keys: this is the hottest loop of the ingest.
  const taken = new Map<number, Map<number, number>>();
  const places = new Map<string, Place>();
  let accepted = 0;
  let duplicates = 0;
  for (const one of located) {
    const { reading, device } = one;
    const { at, index, position } = reading;
    const fresh: [number, Measure, number][] = [];
    let conflict: string | null = null;
    for (const [key, value] of reading.values) {
      const probeId = device.probes[key] as number;
      const stored =
        (known.values.size > 0 ? known.values.get(`${probeId}:${at}`) : undefined) ?? taken.get(probeId)?.get(at);
      if (stored === undefined) fresh.push([probeId, measureOf(key), value]);
      else if (stored !== value) conflict = conflictOf(`values.${key}`, stored, one);
    }
    if (conflict !== null) {
      rejected.push({ index, reason: conflict });
      continue;
    }
    const carrierId = carrierOf(one);
    const isStored = position !== null && carrierId !== null && known.carriers.has(carrierId);
    const there = isStored ? (known.places.get(`${carrierId}:${at}`) ?? places.get(`${carrierId}:${at}`)) : undefined;
    const isElsewhere =
      there !== undefined && (there.longitude !== position?.longitude || there.latitude !== position.latitude);
    if (isElsewhere) {
      rejected.push({ index, reason: conflictOf("position", `${there.longitude}, ${there.latitude}`, one) });
    } else if (isStored && there === undefined) {
      places.set(`${carrierId}:${at}`, position);
      positions.push({ ...position, carrierId, at });
    }
    // A position that is not stored counts as accepted, not as a duplicate.
    const isNewPlace = there === undefined && (isStored || reading.values.length === 0);
    if (fresh.length > 0 || isNewPlace) accepted += 1;
    else if (!isElsewhere) duplicates += 1;
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
  return { values, positions, accepted, duplicates, rejected };
}

/** What probes sent in place of a value, stored as invalid without a rule. */
const faultRow = (probeId: number, at: number, value: number) => ({
  probeId,
  at,
  value,
  reason: PROBE_FAULT,
  kind: "fault-value" as const,
  ruleId: null,
  markedBy: null,
});

/** Separates the values that report a fault of their probe from the other new values. */
export function apartFaults<Device extends { probes: ProbeIds }>(
  values: NewValues,
  located: readonly Located<Device>[],
): { values: NewValues; faults: ReturnType<typeof faultRow>[] } {
  const faulty = new Set<string>();
  for (const { reading, device } of located)
    for (const key of reading.faults ?? []) faulty.add(`${device.probes[key]}:${reading.at}`);
  if (faulty.size === 0) return { values, faults: [] };
  const kept: NewValues = { probeId: [], at: [], value: [], measure: [] };
  const faults: ReturnType<typeof faultRow>[] = [];
  for (const [index, probeId] of values.probeId.entries()) {
    const [at, value] = [values.at[index] as number, values.value[index] as number];
    if (faulty.has(`${probeId}:${at}`)) faults.push(faultRow(probeId, at, value));
    else {
      kept.probeId.push(probeId);
      kept.at.push(at);
      kept.value.push(value);
      kept.measure.push(values.measure[index] as Measure);
    }
  }
  return { values: kept, faults };
}

/** The new values of one probe: as samples sorted by time, and as columns in the same order. */
export type Series = {
  probeId: number;
  measure: Measure;
  samples: { at: number; value: number }[];
  at: number[];
  value: number[];
};

/** The values by probe, in order of the probes, each sorted by time. */
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

/** Span of each probe's new values that are not newer than its newest stored one, epoch ms. */
export const lateOf = (
  series: readonly Series[],
  states: ReadonlyMap<number, { lastAt: number | null }>,
): { probeId: number; from: number; to: number }[] =>
  series.flatMap(({ probeId, at }) => {
    const newest = states.get(probeId)?.lastAt ?? Number.NEGATIVE_INFINITY;
    const from = at[0] as number;
    return from > newest ? [] : [{ probeId, from, to: at.findLast((one) => one <= newest) as number }];
  });

/**
 * The values of all series as columns, in the order of the table's key: rows of one index page arrive together, so the
 * depth and size of the index cost little.
 */
export const columnsOf = (series: readonly Series[]) => ({
  probeId: series.flatMap(({ probeId, at }) => at.map(() => probeId)),
  at: series.flatMap(({ at }) => at),
  value: series.flatMap(({ value }) => value),
});
