/** A unit that others send a measure in. */
export const UNITS = ["°C", "°F", "K", "%", "ppm", "ppb", "V", "mV", "dBm"] as const;
export type Unit = (typeof UNITS)[number];

/** Digits behind the point that a converted value keeps: a sensor's last digit, and not the noise of binary fractions. */
const SCALE = 1e6;
const rounded = (value: number): number => Math.round(value * SCALE) / SCALE;

const CONVERSIONS: Partial<Record<Unit, (value: number) => number>> = {
  // °C = (°F − 32) · 5/9 and °C = K − 273.15 (SI brochure, 9th edition, 2.3.1 and NIST SP 811, appendix B.8).
  "°F": (value) => ((value - 32) * 5) / 9,
  K: (value) => value - 273.15,
  ppb: (value) => value / 1000,
  mV: (value) => value / 1000,
};

/** The value in the house's unit of its measure: °C, %, ppm, V, dBm. What is in that unit already stays as it is. */
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

/** The unit that a text names, in any spelling that devices use; undefined if it is none of these. */
export const unitNamed = (text: string): Unit | undefined => {
  const name = text.replaceAll(/\s/g, "").toLowerCase();
  return Object.hasOwn(NAMES, name) ? NAMES[name] : undefined;
};

/** km/h from knots: a nautical mile is 1852 m (BIPM, SI brochure, 8th edition, table 8). */
export const kmhOfKnots = (knots: number): number => rounded(knots * 1.852);

/** km/h from m/s. */
export const kmhOfMetresPerSecond = (speed: number): number => rounded(speed * 3.6);
