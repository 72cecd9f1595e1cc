import type { LonLat } from "./coordinates";

/** Decimals of a longitude or latitude (specification, section 5, "Formats"). */
const DEGREE_DECIMALS = 6;

/** Whether degrees are valid: within ±`limit`, with up to six decimals. */
export const isDegrees = (value: number, limit: 180 | 90): boolean =>
  Math.abs(value) <= limit && Number(value.toFixed(DEGREE_DECIMALS)) === value;

const round = (degrees: number) => Number(degrees.toFixed(DEGREE_DECIMALS));

/** A position rounded to the stored decimals; a longitude beyond the date line is normalised. */
export const storedPlace = ([longitude, latitude]: LonLat): LonLat => [
  round(Math.abs(longitude) > 180 ? ((((longitude + 180) % 360) + 360) % 360) - 180 : longitude),
  round(Math.max(-90, Math.min(90, latitude))),
];
