import type { LonLat } from "./coordinates";

/** Decimals of a longitude or latitude (specification, section 5, "Formats"). */
const DEGREE_DECIMALS = 6;

/**
 * Whether degrees fit: the integer part from 0 to `limit` on either side of the meridian or equator, never beyond it,
 * with up to six decimals.
 */
export const isDegrees = (value: number, limit: 180 | 90): boolean =>
  Math.abs(value) <= limit && Number(value.toFixed(DEGREE_DECIMALS)) === value;

const round = (degrees: number) => Number(degrees.toFixed(DEGREE_DECIMALS));

/** A place with as many decimals as are stored; of a longitude beyond the date line the one that it has on the globe. */
export const storedPlace = ([longitude, latitude]: LonLat): LonLat => [
  round(Math.abs(longitude) > 180 ? ((((longitude + 180) % 360) + 360) % 360) - 180 : longitude),
  round(Math.max(-90, Math.min(90, latitude))),
];
