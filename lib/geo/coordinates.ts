import { BD09, GCJ02, transform, WGS84 } from "gcoord";

/** A place as longitude and latitude in degrees; WGS-84 wherever nothing else is said. */
export type LonLat = readonly [longitude: number, latitude: number];

/** Systems that a map may be drawn in; positions are stored in the first. */
export const COORDINATE_SYSTEMS = ["wgs84", "gcj02", "bd09"] as const;
export type CoordinateSystem = (typeof COORDINATE_SYSTEMS)[number];

/** Where a map opens that has nothing to show (specification, section 9). */
export const DEFAULT_CENTRE: LonLat = [113.43, 23.17];

const CRS = { gcj02: GCJ02, bd09: BD09 } as const;

/** Whether the Chinese systems differ from WGS-84 at a place (bounds of the specification, section 9). */
export const isConverted = ([longitude, latitude]: LonLat): boolean =>
  longitude >= 72.004 && longitude <= 137.8347 && latitude >= 0.8293 && latitude <= 55.8271;

/** A stored place as a map of `system` draws it; unchanged outside the bounds, where that system is not defined. */
export function toSystem(place: LonLat, system: CoordinateSystem): LonLat {
  if (system === "wgs84" || !isConverted(place)) return place;
  return transform([place[0], place[1]], WGS84, CRS[system]) as [number, number];
}

/** The stored place that a map of `system` draws at `shown`: the way back from `toSystem`, to about half a metre. */
export function fromSystem(shown: LonLat, system: CoordinateSystem): LonLat {
  if (system === "wgs84") return shown;
  const place = transform([shown[0], shown[1]], CRS[system], WGS84) as [number, number];
  return isConverted(place) ? place : shown;
}
