import type { ProbeKey, Rejection } from "@/features/telemetry/ingest/ingest.schema";
import { type FieldTable, keyOfField, nameOf, namesDs18b20, type Reader } from "./field.rules";
import { isNothing, isOfNoCharge, leavesOf, numberOf, readValue } from "./value.rules";

/** A reading of the contract; `index` is the place of the item in the payload that it comes from, `at` epoch milliseconds. */
export type AdaptedReading = {
  index: number;
  device: string;
  at: number;
  values: Partial<Record<ProbeKey, number>>;
  /** What probes sent in place of a value: their makers' words for a fault. */
  faults?: Partial<Record<ProbeKey, number>>;
  position?: AdaptedPosition;
};

/** An item as its sender named its fields, and those of them that nobody knows. */
export type Fieldset = {
  index: number;
  device: string;
  at: number;
  fields: Readonly<Record<string, unknown>>;
  /** Whose table of names they are read by. */
  reader: Reader;
  ignored: string[];
  /** What was made of it, so that a mapping can make something else; null where that is done before. */
  item: Item | null;
};

/** What an item tells of a device and what is no measure: kept raw as its properties. */
export type Report = { index: number; device: string; properties: Record<string, unknown> };

/** What an adapter makes of a payload; an item, or a field of one, that is no good is an issue and costs nothing else. */
export type Adapted = { readings: AdaptedReading[]; reports: Report[]; issues: Rejection[]; items: Fieldset[] };

/** A position as the ingest door takes it. */
export type AdaptedPosition = { lon: number; lat: number; speedKmh?: number; course?: number };

/** One item's part of the result: a reading if there is anything to read, a report if there is anything to tell. */
export type Item = {
  index: number;
  device: string;
  at: number;
  read: FieldValues;
  position?: AdaptedPosition | null | string;
  properties?: Record<string, unknown>;
};

type Fields = Readonly<Record<string, unknown>>;

/** Issues of one item that are told; the rest is counted. */
const MAXIMUM_ISSUES = 20;
const NAME_LENGTH = 60;

/** Why a text cannot be a device's serial number or MAC, or null; PostgreSQL keeps no NUL. */
export const nameFault = (name: string): string | null =>
  name.trim() === "" || name.length > 64 || name.includes("\0")
    ? "device: must be a serial number or MAC of 1 to 64 characters"
    : null;

/** An object of these entries, whatever their names: `__proto__` is one like any other. */
const objectOf = (entries: readonly (readonly [string, unknown])[]): Record<string, unknown> =>
  Object.fromEntries(entries);

export type ProbeValues = Partial<Record<ProbeKey, number>>;

/**
 * The values of an item in canonical units, what probes sent in place of one, the fields that are no measure, and what is
 * wrong with the others. `from` tells which field each value came from, `bad` which field each issue is of.
 */
export type FieldValues = {
  values: ProbeValues;
  faults: ProbeValues;
  rest: Record<string, unknown>;
  issues: string[];
  from: ReadonlyMap<ProbeKey, string>;
  bad: ReadonlyMap<string, string>;
  /** All values under their whole names, those of lists one by one. */
  raw: Record<string, unknown>;
  /** The lists that values of `raw` are in, by the names of the values. */
  lists: ReadonlyMap<string, string>;
  /** The fields that lost their probe to another one, and which. */
  displaced: ReadonlyMap<string, string>;
  hasDs18b20: boolean;
  /** The item as it was sent, and who reads it: it can be read again. */
  sent: Fields;
  reader: Reader;
  /** Where the names of fields stand in the payload, in issues. */
  path: string;
  /** Those of `rest` that somebody wants to hear nothing of. */
  silenced: ReadonlySet<string>;
};

type Found = { key: ProbeKey; value: number; isFault: boolean; rank: number; name: string; raw: unknown };

/** A value comes before a fault of the same probe, then the row of the table decides. */
const inOrder = (a: Found, b: Found) => Number(a.isFault) - Number(b.isFault) || a.rank - b.rank;

type Way = { path?: string; reader?: Reader };

/**
 * Reads the fields of an item by a table of names. Each channel is a probe of its own. Of several fields of one probe the
 * one first in the table counts; the others, and what no name is known for, are `rest`. A missing value is nothing.
 */
export function readFields(
  fields: Fields,
  table: FieldTable,
  { path = "", reader = "contract" }: Way = {},
): FieldValues {
  const found: Found[] = [];
  const rest: [string, unknown][] = [];
  const bad = new Map<string, string>();
  const all: [string, unknown][] = [];
  const lists = new Map<string, string>();
  const leaves = [...leavesOf(fields)].filter(({ raw }) => !isNothing(raw));
  const hasDs18b20 = leaves.some(({ raw }) => namesDs18b20(raw));
  for (const { name, raw, list } of leaves) {
    if (list !== undefined || !Array.isArray(raw) || raw.length === 0) all.push([name, raw]);
    if (list !== undefined) {
      // Whether these are several probes or one after the other, a mapping has to say.
      lists.set(name, list);
      continue;
    }
    const named = nameOf(name, table);
    const isNoMeasure = named?.field.measure === "battery" && isOfNoCharge(raw);
    const read = named && !isNoMeasure && readValue(raw, name, named.field, hasDs18b20);
    if (!named || !read) rest.push([name, raw]);
    else if (typeof read === "string") bad.set(name, `${path}${name.slice(0, NAME_LENGTH)}: ${read}`);
    else {
      const key = keyOfField({ ...named.field, measure: read.measure });
      found.push({ key, value: read.value, isFault: read.isFault ?? false, rank: named.rank, name, raw });
    }
  }
  const from = new Map<ProbeKey, string>();
  const displaced = new Map<string, string>();
  const [values, faults]: [ProbeValues, ProbeValues] = [{}, {}];
  for (const { key, value, isFault, name, raw } of found.sort(inOrder)) {
    const first = from.get(key);
    if (first !== undefined) {
      rest.push([name, raw]);
      displaced.set(name, first);
    } else {
      from.set(key, name);
      (isFault ? faults : values)[key] = value;
    }
  }
  return {
    ...{ values, faults, rest: objectOf(rest), issues: issuesOf(bad), from, bad, raw: objectOf(all), lists, displaced },
    ...{ hasDs18b20, sent: fields, reader, path, silenced: new Set() },
  };
}

/** The issues of an item's fields, as many as are told. */
export function issuesOf(bad: ReadonlyMap<string, string>): string[] {
  const issues = [...bad.values()];
  const more = issues.length - MAXIMUM_ISSUES;
  if (more > 0) issues.splice(MAXIMUM_ISSUES, more, `and ${more} more`);
  return issues;
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

/** Coordinates as somebody sends them, not looked at yet. */
export type AnyPosition = { lat: unknown; lon: unknown; speedKmh?: number | null; course?: unknown };

/**
 * A position, null where none is given, or the reason why it is none. Speed and course are left out where they cannot be.
 * 0, 0 is one here: it is stored apart, as invalid, so that the track counts it.
 */
export function positionOf(raw: AnyPosition | null): AdaptedPosition | null | string {
  if (raw === null || (raw.lat == null && raw.lon == null)) return null;
  const [lat, lon, course] = [numberOf(raw.lat), numberOf(raw.lon), numberOf(raw.course)];
  if (!within(lat, -90, 90)) return "latitude: must be from -90 to 90";
  if (!within(lon, -180, 180)) return "longitude: must be from -180 to 180";
  const speedKmh = raw.speedKmh ?? null;
  return {
    lon,
    lat,
    ...(within(speedKmh, 0, 500) ? { speedKmh } : {}),
    ...(within(course, 0, 360) ? { course } : {}),
  };
}

export const nothing = (): Adapted => ({ readings: [], reports: [], issues: [], items: [] });

/** Notes why an item is no good as a whole; null if it is good. */
export function refuse({ issues }: Adapted, index: number, reason: string | null): void {
  if (reason !== null) issues.push({ index, reason });
}

/** Adds an item to the result; what is wrong with its fields or its position is told and costs no other. */
export function add(adapted: Adapted, item: Item): void {
  const { index, device, at, read, position = null, properties } = item;
  const issues: Rejection[] = read.issues.map((reason) => ({ index, reason }));
  if (typeof position === "string") issues.push({ index, reason: position });
  adapted.issues.push(...issues);
  const place = typeof position === "string" || position === null ? {} : { position };
  const faults = Object.keys(read.faults).length > 0 ? { faults: read.faults } : {};
  if (Object.keys(read.values).length > 0 || "faults" in faults || "position" in place)
    adapted.readings.push({ index, device, at, values: read.values, ...faults, ...place });
  const told = { ...properties, ...read.rest };
  if (Object.keys(told).length > 0) adapted.reports.push({ index, device, properties: told });
  if (Object.keys(read.raw).length > 0)
    adapted.items.push({ index, device, at, fields: read.sent, reader: read.reader, ignored: unheardOf(read), item });
}

/** The fields that nobody knows and nobody has silenced, and those whose probe another field has. */
export const unheardOf = ({ rest, silenced }: FieldValues): string[] =>
  Object.keys(rest).filter((name) => !silenced.has(name));

/** The result with other values for some of its items, where `change` gives them. */
export function changed(adapted: Adapted, change: (device: string, read: FieldValues) => FieldValues): Adapted {
  const renewed = new Map<Item, FieldValues>();
  for (const { item } of adapted.items) {
    const read = item && change(item.device, item.read);
    if (item && read && read !== item.read) renewed.set(item, read);
  }
  if (renewed.size === 0) return adapted;
  const places = new Set([...renewed.keys()].map(({ index }) => index));
  const old = new Set(
    [...renewed.keys()].flatMap(({ index, read }) => read.issues.map((reason) => `${index} ${reason}`)),
  );
  const rebuilt = nothing();
  for (const { item } of adapted.items)
    if (item && places.has(item.index)) {
      const read = renewed.get(item) ?? item.read;
      // What is no field of the payload, as the strength of the signal, was added behind.
      const added = Object.entries(item.read.values).filter(([key]) => !item.read.from.has(key as ProbeKey));
      add(rebuilt, { ...item, read: { ...read, values: { ...objectOf(added), ...read.values } } });
    }
  const isOther = ({ index }: { index: number }) => !places.has(index);
  const isKept = ({ index, reason }: Rejection) => !old.has(`${index} ${reason}`) && !isOfPosition(reason);
  return {
    readings: [...adapted.readings.filter(isOther), ...rebuilt.readings],
    reports: [...adapted.reports.filter(isOther), ...rebuilt.reports],
    issues: [...adapted.issues.filter((issue) => isOther(issue) || isKept(issue)), ...rebuilt.issues],
    items: [...adapted.items.filter(isOther), ...rebuilt.items],
  };
}

/** Told again by what is rebuilt. */
const isOfPosition = (reason: string) => /^(?:latitude|longitude): /.test(reason);

/** The reason for what is of a device that nobody has registered. */
export const UNKNOWN_DEVICE = "device: unknown";

/** Names that one answer lists. */
const MAXIMUM_IGNORED = 100;

/** The names of the fields that nobody knows, each once. */
export const ignoredAmong = (items: Adapted["items"]): string[] =>
  [...new Set(items.flatMap(({ ignored }) => ignored.map((name) => name.slice(0, NAME_LENGTH))))].slice(
    0,
    MAXIMUM_IGNORED,
  );
