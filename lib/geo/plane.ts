import type { LonLat } from "./coordinates";

/** Mean radius of the Earth in metres (IUGG). */
const EARTH_RADIUS = 6_371_008.8;
const METRES_PER_DEGREE = (EARTH_RADIUS * Math.PI) / 180;

/** Metres east and north. */
export type Offset = { east: number; north: number };

/**
 * The offset of a position from an origin on the tangent plane at the origin: accurate to a few parts in a thousand
 * over the distances of a town. Across the date line the shorter way is used.
 */
export function offsetFrom([fromLon, fromLat]: LonLat, [longitude, latitude]: LonLat): Offset {
  const turned = ((longitude - fromLon + 540) % 360) - 180;
  return {
    east: turned * METRES_PER_DEGREE * Math.cos((fromLat * Math.PI) / 180),
    north: (latitude - fromLat) * METRES_PER_DEGREE,
  };
}

/** Metres from the plane's origin to the segment between two offsets. */
export function metresToSegment(a: Offset, b: Offset): number {
  const [east, north] = [b.east - a.east, b.north - a.north];
  const length = east * east + north * north;
  const share = length === 0 ? 0 : Math.min(1, Math.max(0, -(a.east * east + a.north * north) / length));
  return Math.hypot(a.east + share * east, a.north + share * north);
}
