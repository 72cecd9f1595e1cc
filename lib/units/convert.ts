/** Units in which values may be received. */
export const UNITS = ["°C", "°F", "K", "%", "ppm", "ppb", "V", "mV", "dBm"] as const;
export type Unit = (typeof UNITS)[number];

/** Precision of converted values: preserves a sensor's last digit without the noise of binary fractions. */
const SCALE = 1e6;
const rounded = (value: number): number => Math.round(value * SCALE) / SCALE;

const CONVERSIONS: Partial<Record<Unit, (value: number) => number>> = {
  // °C = (°F − 32) · 5/9 and °C = K − 273.15 (SI brochure, 9th edition, 2.3.1 and NIST SP 811, appendix B.8).
  "°F": (value) => ((value - 32) * 5) / 9,
  K: (value) => value - 273.15,
  ppb: (value) => value / 1000,
  mV: (value) => value / 1000,
};

/** Converts a value to the canonical unit of its measure: °C, %, ppm, V, dBm. Values in that unit are unchanged. */
export function canonicalValue(value: number, unit: Unit): number {
  const convert = CONVERSIONS[unit];
  return convert ? rounded(convert(value)) : value;
}

const NAMES: Record<string, Unit> = {
  c: "°C",
  "°c": "°C",
  "℃": "°C",
  degc: "°C",
  celsius: "°C",
  f: "°F",
  "°f": "°F",
  "℉": "°F",
  degf: "°F",
  fahrenheit: "°F",
  k: "K",
  kelvin: "K",
  "%": "%",
  "%rh": "%",
  percent: "%",
  ppm: "ppm",
  ppb: "ppb",
  v: "V",
  mv: "mV",
  dbm: "dBm",
  db: "dBm",
};

/** The unit named by a text, in any spelling that devices use; undefined if unknown. */
export const unitNamed = (text: string): Unit | undefined => {
  const name = text.replaceAll(/\s/g, "").toLowerCase();
  return Object.hasOwn(NAMES, name) ? NAMES[name] : undefined;
};

/** Knots to km/h: a nautical mile is 1852 m (BIPM, SI brochure, 8th edition, table 8). */
export const kmhOfKnots = (knots: number): number => rounded(knots * 1.852);

/** m/s to km/h. */
export const kmhOfMetresPerSecond = (speed: number): number => rounded(speed * 3.6);
