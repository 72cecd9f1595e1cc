import gcoord from "gcoord";
import type { CoordinateSystem } from "./coordinate-system";

/** A position as longitude and latitude in degrees; WGS-84 unless stated otherwise. */
export type LonLat = readonly [longitude: number, latitude: number];

/** Centre of a map without content (specification, section 9). */
export const DEFAULT_CENTRE: LonLat = [113.43, 23.17];

const CRS = { gcj02: gcoord.GCJ02, bd09: gcoord.BD09 } as const;

/** Whether the Chinese systems differ from WGS-84 at a position (bounds of the specification, section 9). */
export const isConverted = ([longitude, latitude]: LonLat): boolean =>
  longitude >= 72.004 && longitude <= 137.8347 && latitude >= 0.8293 && latitude <= 55.8271;

/** Converts a stored position to `system`; unchanged outside the bounds, where that system is not defined. */
export function toSystem(place: LonLat, system: CoordinateSystem): LonLat {
  if (system === "wgs84" || !isConverted(place)) return place;
  return gcoord.transform([place[0], place[1]], gcoord.WGS84, CRS[system]) as [number, number];
}

/** Converts a position in `system` to a stored one: the inverse of `toSystem`, accurate to about half a metre. */
export function fromSystem(shown: LonLat, system: CoordinateSystem): LonLat {
  if (system === "wgs84") return shown;
  const place = gcoord.transform([shown[0], shown[1]], CRS[system], gcoord.WGS84) as [number, number];
  return isConverted(place) ? place : shown;
}
