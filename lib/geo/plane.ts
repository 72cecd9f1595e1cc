import type { LonLat } from "./coordinates";

/** Mean radius of the Earth in metres (IUGG). */
const EARTH_RADIUS = 6_371_008.8;
const METRES_PER_DEGREE = (EARTH_RADIUS * Math.PI) / 180;

/** Metres to the east and north. */
export type Offset = { east: number; north: number };

/**
 * Where a place lies from an origin on a plane that touches the Earth there: within a few parts in a thousand for the
 * distances of a town. The shorter way round is taken across the date line.
 */
export function offsetFrom([fromLon, fromLat]: LonLat, [longitude, latitude]: LonLat): Offset {
  const turned = ((longitude - fromLon + 540) % 360) - 180;
  return {
    east: turned * METRES_PER_DEGREE * Math.cos((fromLat * Math.PI) / 180),
    north: (latitude - fromLat) * METRES_PER_DEGREE,
  };
}

/** Metres from the origin of the plane to the segment between two offsets. */
export function metresToSegment(a: Offset, b: Offset): number {
  const [east, north] = [b.east - a.east, b.north - a.north];
  const length = east * east + north * north;
  const share = length === 0 ? 0 : Math.min(1, Math.max(0, -(a.east * east + a.north * north) / length));
  return Math.hypot(a.east + share * east, a.north + share * north);
}
