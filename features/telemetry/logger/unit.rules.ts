import type { Measure } from "@/db/enums";
import { canonicalValue, type Unit, unitNamed } from "@/lib/units/convert";

/** The units that a column of a measure can be in, the canonical one first; none for what is on or off. */
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

/** Units that titles say in letters, beside those that devices say; without blanks and points. */
const TITLE_UNITS: Record<string, Unit> = {
  pct: "%",
  rh: "%",
  "%rf": "%",
  "%hr": "%",
  "vol%": "%",
  "vol-%": "%",
};

/** The unit that a text of a title or cell is; null for anything else. */
export function unitOfText(text: string): Unit | null {
  const name = text.normalize("NFKC").toLowerCase().replaceAll(/[\s.]/g, "");
  return unitNamed(name) ?? (Object.hasOwn(TITLE_UNITS, name) ? (TITLE_UNITS[name] as Unit) : null);
}

/** Whether a text says percent of relative humidity: `%RH`, `% r.F.`, `%HR`. */
export const isRelativeHumidity = (text: string): boolean =>
  /%\s*(?:r\.?\s*[hf]|h\.?\s*r)\b/i.test(text.normalize("NFKC"));

/** The measure that only a unit stands for; null where several have it (ppm). */
export function measureOfUnit(unit: Unit): Measure | null {
  if (unit === "°C" || unit === "°F" || unit === "K") return "temperature";
  if (unit === "%") return "humidity";
  return unit === "V" || unit === "mV" ? "voltage" : unit === "dBm" ? "signal" : null;
}

const PPM_OF_PERCENT = 10_000;

/** A number in a unit as the canonical value of its measure: a share of CO2 is in ppm, one of humidity in percent. */
export function canonicalOf(measure: Measure, value: number, unit: Unit | null): number {
  if (unit === null) return value;
  // −0 and the noise of binary fractions go with the rounding.
  if (unit === "%" && (measure === "co2" || measure === "gas")) return Math.round(value * PPM_OF_PERCENT * 1e6) / 1e6;
  return canonicalValue(value, unit);
}
