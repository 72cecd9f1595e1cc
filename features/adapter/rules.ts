import type { Measure } from "@/db/enums";
import { faultOf } from "@/features/telemetry/ingest/rules";
import type { Rejection } from "@/features/telemetry/ingest/schema";
import { canonicalValue, type Unit, unitNamed } from "@/lib/units/convert";
import { type Field, type FieldTable, nameOf } from "./field/rules";
import type { Adapted, AdaptedPosition } from "./schema";

type Fields = Readonly<Record<string, unknown>>;

/** Issues of one item that are told; the rest is counted. */
const MAXIMUM_ISSUES = 20;
const NAME_LENGTH = 60;

export const isObject = (value: unknown): value is Record<string, unknown> =>
  value !== null && typeof value === "object" && !Array.isArray(value);

/** Why a text cannot be a device's serial number or MAC, or null; PostgreSQL keeps no NUL. */
export const nameFault = (name: string): string | null =>
  name.trim() === "" || name.length > 64 || name.includes("\0")
    ? "device: must be a serial number or MAC of 1 to 64 characters"
    : null;

/** An object of these entries, whatever their names: `__proto__` is one like any other. */
const objectOf = (entries: readonly (readonly [string, unknown])[]): Record<string, unknown> =>
  Object.fromEntries(entries);

const NUMBER = /^([+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?)\s*(\S.{0,9})?$/;
/** No number is written longer. */
const NUMBER_LENGTH = 40;

/** The number and the unit behind it; null if it is neither a number nor a text of one. */
function quantityOf(raw: unknown): { number: number; unit: string } | null {
  if (typeof raw === "number") return { number: raw, unit: "" };
  if (typeof raw !== "string" || raw.length > NUMBER_LENGTH) return null;
  const [, number, unit = ""] = NUMBER.exec(raw.trim()) ?? [];
  return number === undefined ? null : { number: Number(number), unit };
}

/** A number, or a text of one and nothing else; null otherwise. */
export function numberOf(raw: unknown): number | null {
  const quantity = quantityOf(raw);
  return quantity && quantity.unit === "" && Number.isFinite(quantity.number) ? quantity.number : null;
}

const ON = new Set(["open", "opened", "on", "true", "1", "yes"]);
const OFF = new Set(["closed", "close", "shut", "off", "false", "0", "no"]);

function switchOf(raw: unknown, isInverted: boolean): number | string {
  const text = String(raw).trim().toLowerCase();
  const isKnown = ["boolean", "number", "string"].includes(typeof raw) && (ON.has(text) || OFF.has(text));
  if (!isKnown) return "must be open or closed, on or off, true or false, 1 or 0";
  return ON.has(text) !== isInverted ? 1 : 0;
}

const KIND: Record<Unit, string> = {
  "°C": "temperature",
  "°F": "temperature",
  K: "temperature",
  "%": "share",
  ppm: "concentration",
  ppb: "concentration",
  V: "voltage",
  mV: "voltage",
  dBm: "level",
};

/** Above it a charge is none of a cell in volts: lithium cells have up to 4.2 V, two alkaline ones 3 V. */
const CELL_VOLTS = 5;

function readValue(raw: unknown, field: Field): { measure: Measure; value: number } | string {
  const { measure, unit } = field;
  if (unit === "switch" || unit === "inverted") {
    const value = switchOf(raw, unit === "inverted");
    return typeof value === "string" ? value : { measure, value };
  }
  const wrapped = isObject(raw) && "value" in raw ? raw : { value: raw };
  const quantity = quantityOf(wrapped.value);
  if (quantity === null) return "must be a number";
  const named = quantity.unit || (typeof wrapped.unit === "string" ? wrapped.unit : "");
  if (unit === "charge" && named === "" && quantity.number > 0 && quantity.number <= CELL_VOLTS) {
    // Sent as 3.6 by some and as 36 % by others under the same name: a fraction this small is a cell's voltage.
    if (!Number.isInteger(quantity.number)) return { measure: "voltage", value: quantity.number };
  }
  const own: Unit = unit === "charge" ? "%" : unit;
  const given = named === "" ? own : unitNamed(named);
  if (given === undefined || KIND[given] !== KIND[own]) return `unit ${named.slice(0, 10)} is none of ${measure}`;
  // −0 equals 0 but reads back differently.
  const value = canonicalValue(quantity.number, given) + 0;
  return faultOf(measure, value) ?? { measure, value };
}

/** The fields one level deep: `air: { co2 }` is `air.co2`, and channels `{ "1": 25 }` are `name.1`. */
function* flat(fields: Fields): Generator<[name: string, raw: unknown]> {
  for (const [name, raw] of Object.entries(fields)) {
    if (isObject(raw) && !("value" in raw))
      for (const [part, inner] of Object.entries(raw)) yield [`${name}.${part}`, inner];
    else yield [name, raw];
  }
}

/** The values of an item in canonical units, the fields that are no measure, and what is wrong with the others. */
export type FieldValues = {
  values: Partial<Record<Measure, number>>;
  rest: Record<string, unknown>;
  issues: string[];
};

/**
 * Reads the fields of an item by a table of names. Of several fields of one measure the one first in the table counts,
 * the lowest channel of it; the others, and what no name is known for, are `rest`. A missing value (null) is nothing.
 */
export function readFields(fields: Fields, table: FieldTable, path = ""): FieldValues {
  const found: { measure: Measure; value: number; rank: number; name: string; raw: unknown }[] = [];
  const rest: [string, unknown][] = [];
  const issues: string[] = [];
  for (const [name, raw] of flat(fields)) {
    if (raw === null || raw === undefined) continue;
    const named = nameOf(name, table);
    // A battery that is true or false is a warning and no charge.
    const isFlag = named?.field.measure === "battery" && typeof raw === "boolean";
    const read = named && !isFlag && readValue(raw, named.field);
    if (!named || !read) rest.push([name, raw]);
    else if (typeof read === "string") issues.push(`${path}${name.slice(0, NAME_LENGTH)}: ${read}`);
    else found.push({ ...read, rank: named.rank, name, raw });
  }
  const values: FieldValues["values"] = {};
  for (const { measure, value, name, raw } of found.sort((a, b) => a.rank - b.rank)) {
    if (values[measure] === undefined) values[measure] = value;
    else rest.push([name, raw]);
  }
  const more = issues.length - MAXIMUM_ISSUES;
  if (more > 0) issues.splice(MAXIMUM_ISSUES, more, `and ${more} more`);
  return { values, rest: objectOf(rest), issues };
}

/** Nothing was monitored before, in seconds and so on: what a number of this size counts is told by its size. */
const SIZES: readonly (readonly [below: number, inMicroseconds: (count: number) => number])[] = [
  [1e11, (seconds) => seconds * 1e6],
  [1e14, (milliseconds) => milliseconds * 1e3],
  [1e17, (microseconds) => microseconds],
  [Number.POSITIVE_INFINITY, (nanoseconds) => nanoseconds / 1e3],
];
const ISO = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?(Z|[+-]\d{2}:?\d{2})$/;

/**
 * The instant in epoch milliseconds: ISO-8601 with an offset, or seconds, milliseconds, micro- or nanoseconds since 1970,
 * which the years from 1973 to 5138 tell apart by their size. Null if it is none of these.
 */
export function instantOf(raw: unknown): number | null {
  if (typeof raw === "string" && ISO.test(raw)) {
    const instant = Date.parse(raw);
    return Number.isNaN(instant) ? null : instant;
  }
  const number = numberOf(raw);
  if (number === null) return null;
  const [, inMicroseconds] = SIZES.find(([below]) => Math.abs(number) < below) ?? [0, () => Number.NaN];
  // Few fractions of a second are a number exactly, and cut off they may be the millisecond before.
  return Math.trunc(Math.round(inMicroseconds(number)) / 1000);
}

const within = (value: number | null, minimum: number, maximum: number): value is number =>
  value !== null && value >= minimum && value <= maximum;

/**
 * A position, null where none is given, or the reason why it is none. Speed and course are left out where they cannot be;
 * 0, 0 is what receivers send that have found nothing yet.
 */
export function positionOf(raw: {
  lat: unknown;
  lon: unknown;
  speedKmh?: number | null;
  course?: unknown;
}): AdaptedPosition | null | string {
  if (raw.lat == null && raw.lon == null) return null;
  const [lat, lon, course] = [numberOf(raw.lat), numberOf(raw.lon), numberOf(raw.course)];
  if (!within(lat, -90, 90)) return "latitude: must be from -90 to 90";
  if (!within(lon, -180, 180)) return "longitude: must be from -180 to 180";
  if (lat === 0 && lon === 0) return "latitude: 0, 0 is no position found";
  const speedKmh = raw.speedKmh ?? null;
  return {
    lon,
    lat,
    ...(within(speedKmh, 0, 500) ? { speedKmh } : {}),
    ...(within(course, 0, 360) ? { course } : {}),
  };
}

/** One item's part of the result: a reading if there is anything to read, a report if there is anything to tell. */
export type Item = {
  index: number;
  device: string;
  at: number;
  read: FieldValues;
  position?: AdaptedPosition | null | string;
  properties?: Record<string, unknown>;
};

export const nothing = (): Adapted => ({ readings: [], reports: [], issues: [] });

/** Notes why an item is no good as a whole; null if it is good. */
export function refuse({ issues }: Adapted, index: number, reason: string | null): void {
  if (reason !== null) issues.push({ index, reason });
}

/** Adds an item to the result; what is wrong with its fields or its position is told and costs no other. */
export function add(adapted: Adapted, { index, device, at, read, position = null, properties }: Item): void {
  const issues: Rejection[] = read.issues.map((reason) => ({ index, reason }));
  if (typeof position === "string") issues.push({ index, reason: position });
  adapted.issues.push(...issues);
  const place = typeof position === "string" || position === null ? {} : { position };
  if (Object.keys(read.values).length > 0 || "position" in place)
    adapted.readings.push({ index, device, at, values: read.values, ...place });
  const told = { ...properties, ...read.rest };
  if (Object.keys(told).length > 0) adapted.reports.push({ index, device, properties: told });
}
