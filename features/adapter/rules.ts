import type { ProbeKey, Rejection } from "@/features/telemetry/ingest/ingest.schema";
import { isoInstant } from "@/lib/datetime/iso";
import { type FieldTable, keyOfField, nameOf, namesDs18b20, type Reader } from "./field.rules";
import { isNothing, isOfNoCharge, leavesOf, numberOf, readValue } from "./value.rules";

/** A reading of the contract; `index` is the index of its item in the payload, `at` epoch milliseconds. */
export type AdaptedReading = {
  index: number;
  device: string;
  at: number;
  values: Partial<Record<ProbeKey, number>>;
  /** Fault values that probes sent, by manufacturers' conventions. */
  faults?: Partial<Record<ProbeKey, number>>;
  position?: AdaptedPosition;
};

/** The raw fields of an item, and the names of the unknown ones. */
export type Fieldset = {
  index: number;
  device: string;
  at: number;
  fields: Readonly<Record<string, unknown>>;
  /** The reader, which selects the table of names. */
  reader: Reader;
  ignored: string[];
  /** The parsed item, to which a mapping can be applied; null if that is done earlier. */
  item: Item | null;
};

/** Fields of an item that are no measure, stored raw as properties of the device. */
export type Report = { index: number; device: string; properties: Record<string, unknown> };

/** Result of an adapter. An invalid item or field becomes an issue and does not affect the others. */
export type Adapted = { readings: AdaptedReading[]; reports: Report[]; issues: Rejection[]; items: Fieldset[] };

/** A position in the format of the ingest endpoint. */
export type AdaptedPosition = { lon: number; lat: number; speedKmh?: number; course?: number };

/** An item's part of the result: a reading if there are values, a report if there are properties. */
export type Item = {
  index: number;
  device: string;
  at: number;
  read: FieldValues;
  position?: AdaptedPosition | null | string;
  properties?: Record<string, unknown>;
};

type Fields = Readonly<Record<string, unknown>>;

/** Maximum number of listed issues per item; the others are counted. */
const MAXIMUM_ISSUES = 20;
const NAME_LENGTH = 60;

/** Why a text cannot be a device's serial number or MAC; null if it can. PostgreSQL stores no NUL. */
export const nameFault = (name: string): string | null =>
  name.trim() === "" || name.length > 64 || name.includes("\0")
    ? "device: must be a serial number or MAC of 1 to 64 characters"
    : null;

/** An object of these entries, in which `__proto__` is an ordinary name. */
const objectOf = (entries: readonly (readonly [string, unknown])[]): Record<string, unknown> =>
  Object.fromEntries(entries);

export type ProbeValues = Partial<Record<ProbeKey, number>>;

/**
 * Values of an item in canonical units, fault values, other fields (`rest`) and issues. `from` maps each value to its
 * field, `bad` each issue to its field.
 */
export type FieldValues = {
  values: ProbeValues;
  faults: ProbeValues;
  rest: Record<string, unknown>;
  issues: string[];
  from: ReadonlyMap<ProbeKey, string>;
  bad: ReadonlyMap<string, string>;
  /** All values by full name; those of lists individually. */
  raw: Record<string, unknown>;
  /** The list that contains a value of `raw`, by the name of the value. */
  lists: ReadonlyMap<string, string>;
  /** Fields whose probe another field took, and that field. */
  displaced: ReadonlyMap<string, string>;
  hasDs18b20: boolean;
  /** The item as sent, and its reader, so that it can be read again. */
  sent: Fields;
  reader: Reader;
  /** Path of the fields in the payload, for issues. */
  path: string;
  /** Fields of `rest` that a mapping ignores. */
  silenced: ReadonlySet<string>;
};

type Found = { key: ProbeKey; value: number; isFault: boolean; rank: number; name: string; raw: unknown };

/** A value precedes a fault of the same probe; then the rank in the table decides. */
const inOrder = (a: Found, b: Found) => Number(a.isFault) - Number(b.isFault) || a.rank - b.rank;

type Way = { path?: string; reader?: Reader };

/**
 * Reads the fields of an item by a table of names. Each channel is a probe of its own. Of several fields of one probe,
 * the first in the table counts; the others, and unknown names, are `rest`. A missing value is skipped.
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
      // A mapping must say whether these are several probes or successive values.
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

/** The listed issues of an item's fields. */
export function issuesOf(bad: ReadonlyMap<string, string>): string[] {
  const issues = [...bad.values()];
  const more = issues.length - MAXIMUM_ISSUES;
  if (more > 0) issues.splice(MAXIMUM_ISSUES, more, `and ${more} more`);
  return issues;
}

/** Units of a numeric timestamp by its size; smaller numbers would be before any monitoring. */
const SIZES: readonly (readonly [below: number, inMicroseconds: (count: number) => number])[] = [
  [1e11, (seconds) => seconds * 1e6],
  [1e14, (milliseconds) => milliseconds * 1e3],
  [1e17, (microseconds) => microseconds],
  [Number.POSITIVE_INFINITY, (nanoseconds) => nanoseconds / 1e3],
];

/**
 * The instant in epoch milliseconds of ISO-8601 with an offset, or of seconds, milliseconds, micro- or nanoseconds
 * since 1970. Their sizes are distinct from 1973 to 5138. Null for any other value, and for a day that does not exist.
 */
export function instantOf(raw: unknown): number | null {
  const instant = typeof raw === "string" ? isoInstant(raw) : undefined;
  if (instant !== undefined) return Number.isNaN(instant) ? null : instant;
  const number = numberOf(raw);
  if (number === null) return null;
  const [, inMicroseconds] = SIZES.find(([below]) => Math.abs(number) < below) ?? [0, () => Number.NaN];
  // Most fractions of a second are not exact in binary, and truncation could give the millisecond before.
  return Math.trunc(Math.round(inMicroseconds(number)) / 1000);
}

const within = (value: number | null, minimum: number, maximum: number): value is number =>
  value !== null && value >= minimum && value <= maximum;

/** Coordinates as sent, not validated. */
export type AnyPosition = { lat: unknown; lon: unknown; speedKmh?: number | null; course?: unknown };

/**
 * A valid position, null if none is given, or the reason why it is invalid. Invalid speed and course are left out. 0, 0
 * is accepted here: it is stored separately as invalid, so that the track counts it.
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

/** Adds an issue for an item that is invalid as a whole; nothing if `reason` is null. */
export function refuse({ issues }: Adapted, index: number, reason: string | null): void {
  if (reason !== null) issues.push({ index, reason });
}

/** Adds an item to the result. An invalid field or position becomes an issue and does not affect others. */
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

/** Unknown fields that are not ignored, and fields whose probe another field has. */
export const unheardOf = ({ rest, silenced }: FieldValues): string[] =>
  Object.keys(rest).filter((name) => !silenced.has(name));

/** The result with the values of some items replaced, where `change` returns others. */
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
      // Values that are no field of the payload, such as the signal, were added later.
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

/** Issues of the position, which rebuilding the item adds again. */
const isOfPosition = (reason: string) => /^(?:latitude|longitude): /.test(reason);

/** Reason for readings of an unregistered device. */
export const UNKNOWN_DEVICE = "device: unknown";

/** Maximum number of names in one response. */
const MAXIMUM_IGNORED = 100;

/** The distinct names of unknown fields. */
export const ignoredAmong = (items: Adapted["items"]): string[] =>
  [...new Set(items.flatMap(({ ignored }) => ignored.map((name) => name.slice(0, NAME_LENGTH))))].slice(
    0,
    MAXIMUM_IGNORED,
  );
