import { FIELDS } from "./field.rules";
import type { Precision } from "./influx.schema";
import { type Adapted, add, nothing, positionOf, readFields, refuse } from "./rules";

export type Line = {
  measurement: string;
  tags: Record<string, string>;
  fields: Record<string, unknown>;
  timestamp: string | null;
};

/** Splits at a character that is neither escaped nor, if `quoted`, inside double quotes. */
function split(text: string, at: string, quoted: boolean): string[] {
  const parts: string[] = [];
  let start = 0;
  let isInside = false;
  for (let index = 0; index < text.length; index += 1) {
    const sign = text[index];
    if (sign === "\\") index += 1;
    else if (quoted && sign === '"') isInside = !isInside;
    else if (sign === at && !isInside) {
      parts.push(text.slice(start, index));
      start = index + 1;
    }
  }
  parts.push(text.slice(start));
  return parts;
}

const unescaped = (text: string) => text.replaceAll(/\\([ ,="\\])/g, "$1");

const INTEGER = /^[+-]?\d+[iu]$/;
const FLOAT = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?$/;

function fieldValue(raw: string): unknown {
  if (INTEGER.test(raw)) return Number(raw.slice(0, -1));
  if (FLOAT.test(raw)) return Number(raw);
  if (/^(?:t|T|true|True|TRUE)$/.test(raw)) return true;
  if (/^(?:f|F|false|False|FALSE)$/.test(raw)) return false;
  // A value that is no number, such as NaN, remains a text and is rejected where a number is required.
  return raw.startsWith('"') && raw.endsWith('"') && raw.length > 1 ? unescaped(raw.slice(1, -1)) : raw;
}

/** The pairs `name=value` of a comma-separated list; null if one is invalid. */
function pairs(text: string, quoted: boolean): [string, string][] | null {
  const found: [string, string][] = [];
  for (const part of split(text, ",", quoted)) {
    const [name = "", ...value] = split(part, "=", quoted);
    if (name === "" || value.length === 0 || value.join("=") === "") return null;
    found.push([unescaped(name), value.join("=")]);
  }
  return found;
}

/**
 * Parses one line, `measurement[,tag=value…] field=value[,field=value…] [timestamp]`, or returns the reason for
 * rejection.
 */
export function parseLine(text: string): Line | string {
  // Quotes only have a meaning in fields.
  const [key = ""] = split(text, " ", false);
  const behind = split(text.slice(key.length), " ", true).filter((part) => part !== "");
  const [fieldSet = "", timestamp = null, ...more] = behind;
  if (fieldSet === "") return "fields: at least one is required";
  if (more.length > 0) return "line: measurement, fields and a time, with single blanks between";
  const comma = split(key, ",", false);
  const measurement = unescaped(comma[0] ?? "");
  if (measurement === "") return "measurement: is missing";
  const tags = comma.length > 1 ? pairs(comma.slice(1).join(","), false) : [];
  if (tags === null) return "tags: must be pairs of name=value";
  const fields = pairs(fieldSet, true);
  if (fields === null) return "fields: must be pairs of name=value";
  return {
    measurement,
    tags: Object.fromEntries(tags.map(([name, value]) => [name, unescaped(value)])),
    fields: Object.fromEntries(fields.map(([name, value]) => [name, fieldValue(value)])),
    timestamp,
  };
}

/** Factor and divisor to milliseconds. BigInt, because 64-bit timestamps exceed the precision of a double. */
const SCALES: Record<Precision, readonly [times: bigint, per: bigint]> = {
  ns: [1n, 1_000_000n],
  n: [1n, 1_000_000n],
  us: [1n, 1000n],
  µs: [1n, 1000n],
  u: [1n, 1000n],
  ms: [1n, 1n],
  s: [1000n, 1n],
  m: [60_000n, 1n],
  h: [3_600_000n, 1n],
};

const YEAR_2000 = Date.UTC(2000, 0, 1);

function timeOf(timestamp: string | null, precision: Precision, now: number): number | string {
  if (timestamp === null) return now;
  if (!/^[+-]?\d{1,19}$/.test(timestamp)) return "time: must be a whole number";
  const [times, per] = SCALES[precision];
  const at = Number((BigInt(timestamp) * times) / per);
  if (at < YEAR_2000) return `time: before 2000-01-01 if it counts ${precision}; precision says what it counts`;
  return Number.isSafeInteger(at) ? at : `time: too large to count ${precision}`;
}

/** Tags that name the device, in this order of preference. */
const DEVICE_TAGS = [
  "device",
  "device_id",
  "serial_number",
  "serial",
  "sn",
  "mac",
  "dev_eui",
  "devEUI",
  "sensor",
  "id",
];

/**
 * Converts lines to readings; an item's index is its line, from 0. A field `value` takes its name from the measurement.
 */
export function fromLines(
  text: string,
  { precision, deviceTag }: { precision: Precision; deviceTag?: string | undefined },
  now: number,
): Adapted {
  const adapted = nothing();
  for (const [index, raw] of text.split("\n").entries()) {
    const line = raw.trim();
    if (line === "" || line.startsWith("#")) continue;
    const parsed = parseLine(line);
    const at = typeof parsed === "string" ? parsed : timeOf(parsed.timestamp, precision, now);
    if (typeof parsed === "string" || typeof at === "string") {
      refuse(adapted, index, String(at));
      continue;
    }
    const { measurement, tags } = parsed;
    // The tag name comes from the request and may be `constructor`.
    const tag = (deviceTag ? [deviceTag] : DEVICE_TAGS).find((name) => Object.hasOwn(tags, name));
    if (tag === undefined) {
      refuse(adapted, index, `device: no tag ${deviceTag ?? DEVICE_TAGS.slice(0, 3).join(", ")} … names one`);
      continue;
    }
    const { value, latitude, longitude, lat, lon, ...fields } = parsed.fields;
    const read = readFields(value === undefined ? fields : { [measurement]: value, ...fields }, FIELDS);
    const position = positionOf({ lat: latitude ?? lat, lon: longitude ?? lon });
    add(adapted, { index, device: tags[tag] as string, at, read, position });
  }
  return adapted;
}

/** InfluxDB 1's error text for a partial write; its clients log it and do not retry. */
export function partialWrite(rejected: readonly { reason: string }[]): string {
  const [first] = rejected;
  return `partial write: ${first?.reason ?? ""} dropped=${rejected.length}`;
}

const CREATES = /^\s*create\s+database\b/i;

/**
 * Whether a statement of InfluxQL creates a database: clients do that before they write, and nothing needs to be
 * created.
 */
export const isCreation = (statement: string): boolean => CREATES.test(statement);
