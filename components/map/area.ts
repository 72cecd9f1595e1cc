import type { Polygon } from "geojson";
import type { LonLat } from "@/lib/geo/coordinates";
import { type Bounds, boundsOf, circleRing, distanceMetres } from "@/lib/geo/sphere";

/** A part of the map: a circle by centre and radius in metres, or a polygon by its corners, the last not repeated. */
export type Area =
  | { kind: "circle"; center: LonLat; radiusMetres: number }
  | { kind: "polygon"; corners: readonly LonLat[] };

/** The closed ring around an area. */
export function ringOf(area: Area): LonLat[] {
  if (area.kind === "circle") return circleRing(area.center, area.radiusMetres);
  const [first] = area.corners;
  return first ? [...area.corners, first] : [];
}

/** An area as the source of a map takes it. */
export const polygonOf = (area: Area, toMap: (place: LonLat) => LonLat): Polygon => ({
  type: "Polygon",
  coordinates: [ringOf(area).map((place) => [...toMap(place)])],
});

/** The smallest bounds around areas; null without any. */
export const boundsOfAreas = (areas: readonly Area[]): Bounds | null => boundsOf(areas.flatMap(ringOf));

/** Half-way between two places, as a map shows it. */
export const middleOf = ([aLon, aLat]: LonLat, [bLon, bLat]: LonLat): LonLat => [(aLon + bLon) / 2, (aLat + bLat) / 2];

/** A polygon with another corner at `index`. */
export const withCorner = (corners: readonly LonLat[], index: number, place: LonLat): LonLat[] =>
  corners.toSpliced(index, 0, place);

/** A polygon with a corner moved. */
export const movedCorner = (corners: readonly LonLat[], index: number, place: LonLat): LonLat[] =>
  corners.with(index, place);

/** A circle whose edge goes through `edge`, in whole metres. */
export const resized = (center: LonLat, edge: LonLat): Area => ({
  kind: "circle",
  center,
  radiusMetres: Math.max(1, Math.round(distanceMetres(center, edge))),
});
