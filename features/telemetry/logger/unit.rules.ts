import type { Measure } from "@/db/enums";
import { canonicalValue, type Unit, unitNamed } from "@/lib/units/convert";

/** The possible units of a measure's column, the canonical one first; none for switches. */
export const UNITS_OF: Record<Measure, readonly Unit[]> = {
  temperature: ["°C", "°F", "K"],
  humidity: ["%"],
  co2: ["ppm", "ppb", "%"],
  gas: ["ppm", "ppb", "%"],
  door: [],
  power: [],
  voltage: ["V", "mV"],
  signal: ["dBm"],
  battery: ["%"],
};

/** Whether a column of a measure can be in a unit. */
export const isUnitOf = (measure: Measure, unit: Unit): boolean => UNITS_OF[measure].includes(unit);

/** Units spelled in letters in titles, in addition to those of devices; without spaces and dots. */
const TITLE_UNITS: Record<string, Unit> = {
  pct: "%",
  rh: "%",
  "%rf": "%",
  "%hr": "%",
  "vol%": "%",
  "vol-%": "%",
};

/** Parses a unit in a title or cell; null for anything else. */
export function unitOfText(text: string): Unit | null {
  const name = text.normalize("NFKC").toLowerCase().replaceAll(/[\s.]/g, "");
  return unitNamed(name) ?? (Object.hasOwn(TITLE_UNITS, name) ? (TITLE_UNITS[name] as Unit) : null);
}

/** Whether a text means percent of relative humidity: `%RH`, `% r.F.`, `%HR`. */
export const isRelativeHumidity = (text: string): boolean =>
  /%\s*(?:r\.?\s*[hf]|h\.?\s*r)\b/i.test(text.normalize("NFKC"));

/** The measure of an unambiguous unit; null if several have it (ppm). */
export function measureOfUnit(unit: Unit): Measure | null {
  if (unit === "°C" || unit === "°F" || unit === "K") return "temperature";
  if (unit === "%") return "humidity";
  return unit === "V" || unit === "mV" ? "voltage" : unit === "dBm" ? "signal" : null;
}

const PPM_OF_PERCENT = 10_000;

/** Converts a number in a unit to the canonical unit of its measure: CO2 to ppm, humidity to percent. */
export function canonicalOf(measure: Measure, value: number, unit: Unit | null): number {
  if (unit === null) return value;
  // Rounding removes −0 and binary noise.
  if (unit === "%" && (measure === "co2" || measure === "gas")) return Math.round(value * PPM_OF_PERCENT * 1e6) / 1e6;
  return canonicalValue(value, unit);
}
