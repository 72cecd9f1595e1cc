import { metresToSegment, offsetFrom, type Place } from "@/lib/geo/distance";

export type Corner = readonly [longitude: number, latitude: number];

/** Where a geofence lies, WGS-84. */
export type Area =
  | { shape: "circle"; longitude: number; latitude: number; radiusMetres: number }
  | { shape: "polygon"; points: readonly Corner[] };

/** A circle must be larger than what a receiver may be off by, and no larger than a region. */
export const RADIUS_METRES = { minimum: 50, maximum: 100_000 } as const;
export const CORNERS = { minimum: 3, maximum: 100 } as const;

const placeOf = ([longitude, latitude]: Corner): Place => ({ longitude, latitude });

/**
 * Metres from a place to the border of an area, below 0 inside. A polygon's sides are straight on a plane of longitude
 * and latitude.
 */
export function metresOutside(area: Area, place: Place): number {
  if (area.shape === "circle") {
    const { east, north } = offsetFrom(area, place);
    return Math.hypot(east, north) - area.radiusMetres;
  }
  const corners = area.points.map((corner) => offsetFrom(place, placeOf(corner)));
  let nearest = Number.POSITIVE_INFINITY;
  let isInside = false;
  corners.forEach((corner, index) => {
    const before = corners[(index + corners.length - 1) % corners.length] ?? corner;
    nearest = Math.min(nearest, metresToSegment(before, corner));
    if (corner.north > 0 === before.north > 0) return;
    const share = -before.north / (corner.north - before.north);
    if (before.east + share * (corner.east - before.east) > 0) isInside = !isInside;
  });
  return isInside ? -nearest : nearest;
}

const turn = (a: Corner, b: Corner, c: Corner): number =>
  Math.sign((b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]));

const isBetween = (a: Corner, b: Corner, c: Corner): boolean =>
  Math.min(a[0], b[0]) <= c[0] &&
  c[0] <= Math.max(a[0], b[0]) &&
  Math.min(a[1], b[1]) <= c[1] &&
  c[1] <= Math.max(a[1], b[1]);

function cross(a: Corner, b: Corner, c: Corner, d: Corner): boolean {
  const [one, two, three, four] = [turn(a, b, c), turn(a, b, d), turn(c, d, a), turn(c, d, b)];
  if (one !== two && three !== four) return true;
  return (
    (one === 0 && isBetween(a, b, c)) ||
    (two === 0 && isBetween(a, b, d)) ||
    (three === 0 && isBetween(c, d, a)) ||
    (four === 0 && isBetween(c, d, b))
  );
}

/** Whether sides of a polygon meet elsewhere than at the corner that they share, or a corner is there twice. */
export function crossesItself(points: readonly Corner[]): boolean {
  const sides = points.map((corner, index) => [corner, points[(index + 1) % points.length] ?? corner] as const);
  if (new Set(points.map(String)).size < points.length) return true;
  return sides.some(([a, b], one) =>
    sides.some(([c, d], two) => two > one + 1 && !(one === 0 && two === sides.length - 1) && cross(a, b, c, d)),
  );
}

/** The smallest rectangle around an area: where a map looks to show it. */
export function boundsOf(area: Area): { west: number; south: number; east: number; north: number } {
  const corners = area.shape === "circle" ? outlineOf(area) : area.points;
  const [longitudes, latitudes] = [corners.map(([longitude]) => longitude), corners.map(([, latitude]) => latitude)];
  return {
    west: Math.min(...longitudes),
    south: Math.min(...latitudes),
    east: Math.max(...longitudes),
    north: Math.max(...latitudes),
  };
}

const METRES_PER_DEGREE = 111_195;
const CIRCLE_CORNERS = 64;

/** The corners of an area as a map draws it; a circle has 64. */
export function outlineOf(area: Area): readonly Corner[] {
  if (area.shape === "polygon") return area.points;
  const north = area.radiusMetres / METRES_PER_DEGREE;
  const east = north / Math.cos((area.latitude * Math.PI) / 180);
  return Array.from({ length: CIRCLE_CORNERS }, (_, index) => {
    const angle = (index / CIRCLE_CORNERS) * 2 * Math.PI;
    return [area.longitude + east * Math.cos(angle), area.latitude + north * Math.sin(angle)] as const;
  });
}
