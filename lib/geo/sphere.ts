import type { LonLat } from "./coordinates";

/** Mean radius of the Earth in metres (IUGG). */
const EARTH_RADIUS = 6_371_008.8;
const RADIANS = Math.PI / 180;

/** South-west and north-east corner. */
export type Bounds = readonly [LonLat, LonLat];

/** Metres between two positions along the great circle (haversine). */
export function distanceMetres([fromLon, fromLat]: LonLat, [toLon, toLat]: LonLat): number {
  const half = (from: number, to: number) => Math.sin(((to - from) * RADIANS) / 2) ** 2;
  const chord = half(fromLat, toLat) + Math.cos(fromLat * RADIANS) * Math.cos(toLat * RADIANS) * half(fromLon, toLon);
  return 2 * EARTH_RADIUS * Math.asin(Math.min(1, Math.sqrt(chord)));
}

/** The position `metres` away in direction `bearing` (degrees clockwise from north). */
export function placeAt([longitude, latitude]: LonLat, metres: number, bearing: number): LonLat {
  const angle = metres / EARTH_RADIUS;
  const [lat, course] = [latitude * RADIANS, bearing * RADIANS];
  const toLat = Math.asin(Math.sin(lat) * Math.cos(angle) + Math.cos(lat) * Math.sin(angle) * Math.cos(course));
  const turn = Math.atan2(
    Math.sin(course) * Math.sin(angle) * Math.cos(lat),
    Math.cos(angle) - Math.sin(lat) * Math.sin(toLat),
  );
  return [((longitude + turn / RADIANS + 540) % 360) - 180, toLat / RADIANS];
}

/** A closed ring with the given number of corners around a circle of `radius` metres. */
export function circleRing(centre: LonLat, radius: number, corners = 64): LonLat[] {
  const ring = Array.from({ length: corners }, (_, index) => placeAt(centre, radius, (360 / corners) * index));
  return [...ring, ring[0] as LonLat];
}

/** The smallest bounds around positions, not across the date line; null without any. */
export function boundsOf(places: Iterable<LonLat>): Bounds | null {
  let [west, south, east, north] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const [longitude, latitude] of places) {
    west = Math.min(west, longitude);
    east = Math.max(east, longitude);
    south = Math.min(south, latitude);
    north = Math.max(north, latitude);
  }
  return west > east
    ? null
    : [
        [west, south],
        [east, north],
      ];
}

/** Whether a position is within bounds, edges included. */
export const isWithin = ([longitude, latitude]: LonLat, [[west, south], [east, north]]: Bounds): boolean =>
  longitude >= west && longitude <= east && latitude >= south && latitude <= north;
