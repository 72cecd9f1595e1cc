/** A place in WGS-84, degrees. */
export type Place = { longitude: number; latitude: number };

/** Mean radius of the earth in metres (IUGG). */
const EARTH_METRES = 6_371_008.8;
const METRES_PER_DEGREE = (EARTH_METRES * Math.PI) / 180;
const radians = (degrees: number) => (degrees * Math.PI) / 180;

/** Great-circle distance in metres (haversine formula). */
export function metresBetween(a: Place, b: Place): number {
  const north = Math.sin(radians(b.latitude - a.latitude) / 2) ** 2;
  const east = Math.sin(radians(b.longitude - a.longitude) / 2) ** 2;
  const chord = north + Math.cos(radians(a.latitude)) * Math.cos(radians(b.latitude)) * east;
  return 2 * EARTH_METRES * Math.asin(Math.min(1, Math.sqrt(chord)));
}

/** Metres to the east and north. */
export type Offset = { east: number; north: number };

/**
 * Where a place lies from an origin on a plane that touches the earth there: within a few parts in a thousand for the
 * distances of a town. The shorter way round is taken across the date line.
 */
export function offsetFrom(origin: Place, { longitude, latitude }: Place): Offset {
  const turned = ((longitude - origin.longitude + 540) % 360) - 180;
  return {
    east: turned * METRES_PER_DEGREE * Math.cos(radians(origin.latitude)),
    north: (latitude - origin.latitude) * METRES_PER_DEGREE,
  };
}

/** The place at an offset from an origin, on the same plane. */
export function placeAt(origin: Place, { east, north }: Offset): Place {
  return {
    longitude: origin.longitude + east / (METRES_PER_DEGREE * Math.cos(radians(origin.latitude))),
    latitude: origin.latitude + north / METRES_PER_DEGREE,
  };
}

/** Metres from the origin of the plane to the segment between two offsets. */
export function metresToSegment(a: Offset, b: Offset): number {
  const [east, north] = [b.east - a.east, b.north - a.north];
  const length = east * east + north * north;
  const share = length === 0 ? 0 : Math.min(1, Math.max(0, -(a.east * east + a.north * north) / length));
  return Math.hypot(a.east + share * east, a.north + share * north);
}
