import type { Measure } from "@/db/enums";
import { faultOf } from "@/features/telemetry/ingest/ingest.rules";
import { canonicalValue, type Unit, unitNamed } from "@/lib/units/convert";
import { type Field, isFault, isHistory } from "./field.rules";

export const isObject = (value: unknown): value is Record<string, unknown> =>
  value !== null && typeof value === "object" && !Array.isArray(value);

const NUMBER = /^([+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?)\s*(\S.{0,9})?$/;
/** Maximum length of a written number. */
const NUMBER_LENGTH = 40;

/** A number and its unit; the unit is empty if there is none. */
export type Quantity = { number: number; unit: string };

/** Parses a number followed by a unit; null if it is neither a number nor a text of one. */
function writtenQuantity(raw: unknown): Quantity | null {
  if (typeof raw === "number") return { number: raw, unit: "" };
  if (typeof raw !== "string" || raw.length > NUMBER_LENGTH) return null;
  const [, number, unit = ""] = NUMBER.exec(raw.trim()) ?? [];
  return number === undefined ? null : { number: Number(number), unit };
}

/** Whether a codec wraps the value, as `{ value, unit, displayName }`. */
export const isWrapped = (raw: unknown): raw is { value: unknown; unit?: unknown } => isObject(raw) && "value" in raw;
export const unwrapped = (raw: unknown): unknown => (isWrapped(raw) ? raw.value : raw);

/** A number with its unit: `4.2`, `"4.2 °C"` or `{ value: 4.2, unit: "°C" }`; null for anything else. */
export function quantityOf(raw: unknown): Quantity | null {
  const quantity = writtenQuantity(unwrapped(raw));
  if (quantity === null || quantity.unit !== "" || !isWrapped(raw) || typeof raw.unit !== "string") return quantity;
  return { number: quantity.number, unit: raw.unit };
}

/** A number, or a text that only contains one; null otherwise. */
export function numberOf(raw: unknown): number | null {
  const quantity = writtenQuantity(raw);
  return quantity && quantity.unit === "" && Number.isFinite(quantity.number) ? quantity.number : null;
}

/** Words and signs that codecs send for a missing value (`INVALID` of comtac, `--.-` of loggers). */
const NOTHING = /^(?:null|none|n\/a|undefined|invalid|[-–—.\s]*)$/i;

/** Whether a codec's value means that there is none. */
export function isNothing(raw: unknown): boolean {
  const value = unwrapped(raw);
  if (value === null || value === undefined) return true;
  return typeof value === "string" && value.length < NUMBER_LENGTH && NOTHING.test(value.trim());
}

const ON = new Set(["open", "opened", "on", "true", "1", "yes"]);
const OFF = new Set(["closed", "close", "shut", "off", "false", "0", "no"]);

function switchOf(raw: unknown, isInverted: boolean): number | string {
  // Not every object has a text.
  const text = ["boolean", "number", "string"].includes(typeof raw) ? String(raw).trim().toLowerCase() : "";
  if (!ON.has(text) && !OFF.has(text)) return "must be open or closed, on or off, true or false, 1 or 0";
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

/** Whether values can be converted from one unit to the other. */
export const isOfKind = (given: Unit, own: Unit): boolean => KIND[given] === KIND[own];

export const wrongUnit = (unit: string, measure: Measure): string => `unit ${unit.slice(0, 10)} is none of ${measure}`;

/** Above this a charge cannot be a cell's voltage: lithium cells have up to 4.2 V, two alkaline ones 3 V. */
const CELL_VOLTS = 5;

/**
 * Whether a charge without a unit is a cell's voltage. Some devices send 3.6 V, others 36 % under the same name; a
 * fraction this small is a voltage. JSON writes 3.000 V as 3, which counts as a voltage for names of voltages (`Bat` of
 * Dragino).
 */
const isCellVoltage = (number: number, unit: "charge" | "cell"): boolean =>
  number > 0 &&
  number <= CELL_VOLTS &&
  (!Number.isInteger(number) || (unit === "cell" && number >= 2 && number < CELL_VOLTS));

export type Read = { measure: Measure; value: number; isFault?: true };

/**
 * Interprets a raw value as a field of this unit, or returns the reason why it is none. `name` identifies the sensor
 * and its fault values; `hasDs18b20`: the message says that it comes from one.
 */
export function readValue(
  raw: unknown,
  name: string,
  { measure, unit }: Omit<Field, "channel">,
  hasDs18b20 = false,
): Read | string {
  if (unit === "switch" || unit === "inverted") {
    const value = switchOf(unwrapped(raw), unit === "inverted");
    return typeof value === "string" ? value : { measure, value };
  }
  const quantity = quantityOf(raw);
  if (quantity === null) return "must be a number";
  const isCharge = unit === "charge" || unit === "cell";
  const isVoltage = isCharge && quantity.unit === "" && isCellVoltage(quantity.number, unit);
  const own: Unit = isVoltage ? "V" : isCharge ? "%" : unit;
  const given = quantity.unit === "" ? own : unitNamed(quantity.unit);
  if (given === undefined) return wrongUnit(quantity.unit, measure);
  const kind = isVoltage || (measure === "battery" && isOfKind(given, "V")) ? "voltage" : measure;
  if (!isOfKind(given, kind === "voltage" ? "V" : own)) return wrongUnit(quantity.unit, measure);
  // −0 equals 0 but reads back differently.
  const value = canonicalValue(quantity.number, given) + 0;
  if (isFault(name, kind, value, hasDs18b20)) return { measure: kind, value, isFault: true };
  return faultOf(kind, value) ?? { measure: kind, value };
}

/** Whether a battery value is no charge: true or false is a warning, a word is the power source. */
export const isOfNoCharge = (raw: unknown): boolean =>
  typeof raw === "boolean" ||
  (typeof raw === "string" && raw.length < NUMBER_LENGTH && /^(?!nan$)[a-z_ ]+$/i.test(raw.trim()));

/** No known name is longer or nested deeper. */
const NAME_LENGTH = 60;
const MAXIMUM_DEPTH = 4;
/** Maximum number of values of a list that a mapping can name. */
const MAXIMUM_LISTED = 32;

/** A value of a message by its full name; `list` names the list that contains it. */
export type Leaf = { name: string; raw: unknown; list?: string };

type Fields = Readonly<Record<string, unknown>>;

/**
 * The values of a message by name: `air: { co2 }` is `air.co2`, channels `{ "1": 25 }` are `name.1`. Each value of a
 * list is `name.1` and so on, after the list itself. In the history of a sensor the newest value has its name, the
 * others are `name.earlier`.
 */
export function* leavesOf(fields: Fields, path = "", depth = 0): Generator<Leaf> {
  for (const [key, raw] of Object.entries(fields)) {
    const name = `${path}${key}`;
    const isOpen = depth < MAXIMUM_DEPTH && name.length <= NAME_LENGTH;
    if (isObject(raw) && !isWrapped(raw) && isOpen) yield* leavesOf(raw, `${name}.`, depth + 1);
    else if (Array.isArray(raw) && isHistory(name)) {
      yield { name, raw: raw[0] };
      if (raw.length > 1) yield { name: `${name}.earlier`, raw: raw.slice(1) };
    } else {
      yield { name, raw };
      if (Array.isArray(raw) && isOpen)
        for (const [place, one] of raw.slice(0, MAXIMUM_LISTED).entries())
          for (const leaf of leavesOf({ [String(place + 1)]: one }, `${name}.`, depth + 1))
            yield { ...leaf, list: name };
    }
  }
}
