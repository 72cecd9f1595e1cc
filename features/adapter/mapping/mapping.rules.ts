import type { Measure } from "@/db/enums";
import { channelOf, measureOf, probeKey } from "@/features/telemetry/ingest/channel.rules";
import { faultOf } from "@/features/telemetry/ingest/ingest.rules";
import type { ProbeKey } from "@/features/telemetry/ingest/ingest.schema";
import { canonicalValue, type Unit, unitNamed } from "@/lib/units/convert";
import { isFault, plain, type Reader, TABLES } from "../field.rules";
import { type FieldValues, issuesOf, readFields } from "../rules";
import { isOfKind, quantityOf, readValue, wrongUnit } from "../value.rules";
import type { FieldMapping, ReadField } from "./mapping.schema";

type MeasureMapping = Extract<FieldMapping, { as: "measure" }>;
type Value = { value: number; isFault: boolean };

/**
 * Unit of a value: the mapping's, or the one sent with the value if the mapping does not convert it. Null if the sent
 * unit is not one of the measure.
 */
function unitOf(sent: string, { measure, unit, scale, offset }: MeasureMapping): Unit | null {
  // For CO₂ a percentage is a concentration, and `canonicalOf` converts it.
  const own = unit as Unit;
  const given = sent === "" || scale !== 1 || offset !== 0 ? undefined : unitNamed(sent);
  if (given === undefined || given === own) return own;
  const isConverted = isOfKind(given, own) || (measure === "co2" && ["%", "ppm", "ppb"].includes(given));
  return isConverted ? given : null;
}

const canonicalOf = (value: number, unit: Unit, measure: Measure): number =>
  unit === "%" && measure === "co2" ? value * 10_000 : canonicalValue(value, unit);

/**
 * Applies a mapping to a raw value. Returns the value in canonical units of the measure, or the reason why it is none.
 * The raw value is parsed as without a mapping, so `"4.2 °C"` and `{ value: 4.2, unit: "°C" }` are numbers as well.
 */
export function mappedValue(raw: unknown, mapping: MeasureMapping, hasDs18b20 = false): Value | string {
  const { field, measure, unit, scale, offset } = mapping;
  if (unit === "switch" || unit === "inverted") {
    const read = readValue(raw, field, { measure, unit });
    return typeof read === "string" ? read : { value: read.value, isFault: false };
  }
  const quantity = typeof raw === "boolean" ? { number: Number(raw), unit: "" } : quantityOf(raw);
  if (quantity === null) return "must be a number";
  const { number } = quantity;
  // Faults are recognised in the value as sent, before conversion.
  if (isFault(field, measure, number, hasDs18b20)) return { value: number, isFault: true };
  const given = unitOf(quantity.unit, mapping);
  if (given === null) return wrongUnit(quantity.unit, measure);
  const rounded = Math.round(canonicalOf(number * scale + offset, given, measure) * 1e9) / 1e9 + 0;
  if (isFault(field, measure, rounded, hasDs18b20)) return { value: rounded, isFault: true };
  return faultOf(measure, rounded) ?? { value: rounded, isFault: false };
}

/** Mappings by the plain name of their field. */
const byName = (mappings: readonly FieldMapping[]) => new Map(mappings.map((one) => [plain(one.field), one]));

/**
 * Applies a customer's mappings to an item's values, before the table of names. An ignored field remains a property,
 * and so does a field whose probe a mapped field replaces; both are listed. Of two fields mapped to one probe the first
 * counts.
 */
export function applyMappings(read: FieldValues, mappings: readonly FieldMapping[]): FieldValues {
  const named = byName(mappings);
  const mapped = Object.entries(read.raw)
    .flatMap(([name, raw]) => {
      const mapping = named.get(plain(name));
      return mapping ? [{ name, raw, mapping }] : [];
    })
    .sort((a, b) => mappings.indexOf(a.mapping) - mappings.indexOf(b.mapping));
  if (mapped.length === 0) return read;
  const taken = new Set(mapped.map(({ name }) => name));
  const keep = ([key]: [string, unknown]) => !taken.has(read.from.get(key as ProbeKey) ?? "");
  const from = new Map([...read.from].filter(([, name]) => !taken.has(name)));
  const values: FieldValues["values"] = Object.fromEntries(Object.entries(read.values).filter(keep));
  const faults: FieldValues["faults"] = Object.fromEntries(Object.entries(read.faults).filter(keep));
  // A map, because assigning a field named `__proto__` to an object would set the prototype.
  const rest = new Map(Object.entries(read.rest).filter(([name]) => !taken.has(name)));
  const bad = new Map([...read.bad].filter(([name]) => !taken.has(name)));
  const displaced = new Map([...read.displaced].filter(([name]) => !taken.has(name)));
  const silenced = new Set(read.silenced);
  const displace = (name: string, by: string) => {
    rest.set(name, read.raw[name]);
    displaced.set(name, by);
  };
  for (const { name, raw, mapping } of mapped) {
    const list = read.lists.get(name);
    if (list !== undefined) {
      bad.delete(list);
      silenced.add(list);
    }
    if (mapping.as === "ignore") {
      if (list === undefined) rest.set(name, raw);
      silenced.add(name);
      continue;
    }
    const value = mappedValue(raw, mapping, read.hasDs18b20);
    const key = probeKey(mapping.measure, mapping.channel);
    const holder = from.get(key);
    if (typeof value === "string") bad.set(name, `${read.path}${name}: ${value}`);
    else if (holder !== undefined && taken.has(holder)) displace(name, holder);
    else {
      if (holder !== undefined) displace(holder, name);
      delete values[key];
      delete faults[key];
      (value.isFault ? faults : values)[key] = value.value;
      from.set(key, name);
    }
  }
  const others = { rest: Object.fromEntries(rest), issues: issuesOf(bad) };
  return { ...read, ...others, values, faults, bad, from, displaced, silenced };
}

/** What each field of a message is read as, for trying a mapping. */
export function tryFields(
  fields: Readonly<Record<string, unknown>>,
  mappings: readonly FieldMapping[],
  reader: Reader,
): ReadField[] {
  const read = applyMappings(readFields(fields, TABLES[reader]), mappings);
  const keys = new Map([...read.from].map(([key, name]) => [name, key]));
  return Object.entries(read.raw).map(([field, raw]) => {
    const key = keys.get(field);
    const value = key && (read.values[key] ?? read.faults[key]);
    return {
      field,
      raw,
      read:
        key && value !== undefined
          ? { measure: measureOf(key), channel: channelOf(key), value, isFault: read.values[key] === undefined }
          : null,
      reason: read.bad.get(field) ?? read.bad.get(read.lists.get(field) ?? field) ?? null,
      displacedBy: read.displaced.get(field) ?? null,
    };
  });
}

/** Why a mapping yields no number: its field has other values (`raw` is the last), or no message has the field. */
export type Numberless = { index: number } & ({ rule: "noNumber"; raw: unknown } | { rule: "notSent" });

/**
 * The first mapping that yields no number from the last messages; null also while there are none. A field of the saved
 * mapping (`saved`) may be missing: devices send some fields rarely.
 */
export function withoutNumber(
  messages: readonly Readonly<Record<string, unknown>>[],
  mappings: readonly FieldMapping[],
  saved: readonly FieldMapping[] = [],
): Numberless | null {
  const known = byName(saved);
  const sent = messages.map((fields) => readFields(fields, TABLES.contract).raw);
  for (const [index, mapping] of mappings.entries()) {
    if (mapping.as === "ignore") continue;
    const raws = sent.flatMap((fields) =>
      Object.entries(fields).flatMap(([name, raw]) => (plain(name) === plain(mapping.field) ? [raw] : [])),
    );
    if (raws.length === 0 && sent.length > 0 && !known.has(plain(mapping.field))) return { index, rule: "notSent" };
    if (raws.length > 0 && raws.every((raw) => typeof mappedValue(raw, mapping) === "string"))
      return { index, rule: "noNumber", raw: raws[0] };
  }
  return null;
}
