import type { Feature, Point as PointGeometry } from "geojson";
import type { Tone } from "@/components/value/tone";
import type { LonLat } from "@/lib/geo/coordinates";
import { rankOf } from "./marker-image";

/** A point on the map; the same object means that it has not changed. `course` in degrees from north. */
export type MapPoint = { id: number; place: LonLat; tone: Tone; course: number | null };

type PointProperties = { rank: number; course: number | null };

/** A point as GeoJSON for a map source. */
export function featureOf(
  { id, place, tone, course }: MapPoint,
  toMap: (place: LonLat) => LonLat,
): Feature<PointGeometry, PointProperties> {
  const [longitude, latitude] = toMap(place);
  return {
    type: "Feature",
    id,
    properties: { rank: rankOf(tone), course },
    geometry: { type: "Point", coordinates: [longitude, latitude] },
  };
}

export type PointChanges = { changed: MapPoint[]; removed: number[] };

/** The changes from `known` to `points`; `known` is updated. */
export function changesOf(known: Map<number, MapPoint>, points: readonly MapPoint[]): PointChanges {
  const changed: MapPoint[] = [];
  const kept = new Set<number>();
  for (const point of points) {
    kept.add(point.id);
    if (known.get(point.id) === point) continue;
    known.set(point.id, point);
    changed.push(point);
  }
  const removed = known.size === kept.size ? [] : [...known.keys()].filter((id) => !kept.has(id));
  for (const id of removed) known.delete(id);
  return { changed, removed };
}
