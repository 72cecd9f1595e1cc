import type { Polygon } from "geojson";
import type { LonLat } from "@/lib/geo/coordinates";
import { type Bounds, boundsOf, circleRing, distanceMetres } from "@/lib/geo/sphere";

/** An area: a circle by centre and radius in metres, or a polygon by its corners, the first not repeated. */
export type Area =
  | { kind: "circle"; center: LonLat; radiusMetres: number }
  | { kind: "polygon"; corners: readonly LonLat[] };

/** The closed ring around an area. */
export function ringOf(area: Area): LonLat[] {
  if (area.kind === "circle") return circleRing(area.center, area.radiusMetres);
  const [first] = area.corners;
  return first ? [...area.corners, first] : [];
}

/** An area as GeoJSON for a map source. */
export const polygonOf = (area: Area, toMap: (place: LonLat) => LonLat): Polygon => ({
  type: "Polygon",
  coordinates: [ringOf(area).map((place) => [...toMap(place)])],
});

/** The smallest bounds around all areas; null without areas. */
export const boundsOfAreas = (areas: readonly Area[]): Bounds | null => boundsOf(areas.flatMap(ringOf));

/** The midpoint of two positions on the map. */
export const middleOf = ([aLon, aLat]: LonLat, [bLon, bLat]: LonLat): LonLat => [(aLon + bLon) / 2, (aLat + bLat) / 2];

/** A polygon with another corner inserted at `index`. */
export const withCorner = (corners: readonly LonLat[], index: number, place: LonLat): LonLat[] =>
  corners.toSpliced(index, 0, place);

/** A polygon with a corner moved. */
export const movedCorner = (corners: readonly LonLat[], index: number, place: LonLat): LonLat[] =>
  corners.with(index, place);

/** A circle whose edge passes through `edge`, in whole metres. */
export const resized = (center: LonLat, edge: LonLat): Area => ({
  kind: "circle",
  center,
  radiusMetres: Math.max(1, Math.round(distanceMetres(center, edge))),
});
