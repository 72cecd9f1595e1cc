import { MEASURES, type Measure } from "@/db/enums";
import type { Position, Reading } from "./schema";

/** Clocks may be this far ahead of ours (decisions, section 4). */
export const FUTURE_TOLERANCE_MS = 10 * 60_000;
/** Nothing was monitored before: an older time is a clock that was never set. */
export const EARLIEST_AT = Date.UTC(2000, 0, 1);

type Bounds = { minimum: number; maximum: number };

/**
 * What is physically possible, by measure. Temperature: absolute zero (CODATA) up to what no probe of the trade
 * survives. The rest: the definition of the unit, or the widest range that a device can mean.
 */
export const PLAUSIBLE: Record<Measure, Bounds> = {
  temperature: { minimum: -273.15, maximum: 1000 },
  humidity: { minimum: 0, maximum: 100 },
  co2: { minimum: 0, maximum: 1_000_000 },
  gas: { minimum: 0, maximum: 1_000_000 },
  door: { minimum: 0, maximum: 1 },
  power: { minimum: 0, maximum: 1 },
  voltage: { minimum: 0, maximum: 1000 },
  signal: { minimum: -200, maximum: 50 },
  battery: { minimum: 0, maximum: 100 },
};

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

function valuesOf(raw: unknown): (readonly [Measure, number])[] | string {
  if (raw === undefined) return [];
  if (!isRecord(raw)) return "values: must be an object";
  const values: (readonly [Measure, number])[] = [];
  for (const name in raw) {
    if (!KNOWN.has(name)) return `values.${name.slice(0, 40)}: unknown measure`;
    const measure = name as Measure;
    const value = raw[name];
    if (typeof value !== "number" || !Number.isFinite(value)) return `values.${measure}: must be a finite number`;
    const { minimum, maximum } = PLAUSIBLE[measure];
    if (value < minimum || value > maximum) return `values.${measure}: must be from ${minimum} to ${maximum}`;
    if (SWITCHES.has(measure) && value !== 0 && value !== 1) return `values.${measure}: must be 0 or 1`;
    // −0 equals 0 but reads back differently.
    values.push([measure, value + 0]);
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
  if (typeof device !== "string" || device.trim() === "" || device.length > 64) {
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
