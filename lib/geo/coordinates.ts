import gcoord from "gcoord";
import type { CoordinateSystem } from "./coordinate-system";

/** A place as longitude and latitude in degrees; WGS-84 wherever nothing else is said. */
export type LonLat = readonly [longitude: number, latitude: number];

/** Where a map opens that has nothing to show (specification, section 9). */
export const DEFAULT_CENTRE: LonLat = [113.43, 23.17];

const CRS = { gcj02: gcoord.GCJ02, bd09: gcoord.BD09 } as const;

/** Whether the Chinese systems differ from WGS-84 at a place (bounds of the specification, section 9). */
export const isConverted = ([longitude, latitude]: LonLat): boolean =>
  longitude >= 72.004 && longitude <= 137.8347 && latitude >= 0.8293 && latitude <= 55.8271;

/** A stored place as a map of `system` draws it; unchanged outside the bounds, where that system is not defined. */
export function toSystem(place: LonLat, system: CoordinateSystem): LonLat {
  if (system === "wgs84" || !isConverted(place)) return place;
  return gcoord.transform([place[0], place[1]], gcoord.WGS84, CRS[system]) as [number, number];
}

/** The stored place that a map of `system` draws at `shown`: the way back from `toSystem`, to about half a metre. */
export function fromSystem(shown: LonLat, system: CoordinateSystem): LonLat {
  if (system === "wgs84") return shown;
  const place = gcoord.transform([shown[0], shown[1]], CRS[system], gcoord.WGS84) as [number, number];
  return isConverted(place) ? place : shown;
}
