import { AppError } from "@/lib/errors";
import type { LonLat } from "@/lib/geo/coordinates";
import { metresToSegment, offsetFrom } from "@/lib/geo/plane";
import { distanceMetres } from "@/lib/geo/sphere";

/** The area of a geofence, WGS-84. */
export type Area =
  | { shape: "circle"; longitude: number; latitude: number; radiusMetres: number }
  | { shape: "polygon"; points: readonly LonLat[] };

/** A circle must be larger than the error of a receiver and no larger than a region. */
export const RADIUS_METRES = { minimum: 50, maximum: 100_000 } as const;
export const CORNERS = { minimum: 3, maximum: 100 } as const;

/**
 * Distance of a position from the border of an area in metres, negative inside. The sides of a polygon are straight in
 * the plane of longitude and latitude.
 */
export function metresOutside(area: Area, place: LonLat): number {
  if (area.shape === "circle") return distanceMetres([area.longitude, area.latitude], place) - area.radiusMetres;
  const corners = area.points.map((corner) => offsetFrom(place, corner));
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

const turn = (a: LonLat, b: LonLat, c: LonLat): number =>
  Math.sign((b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]));

const isBetween = (a: LonLat, b: LonLat, c: LonLat): boolean =>
  Math.min(a[0], b[0]) <= c[0] &&
  c[0] <= Math.max(a[0], b[0]) &&
  Math.min(a[1], b[1]) <= c[1] &&
  c[1] <= Math.max(a[1], b[1]);

function cross(a: LonLat, b: LonLat, c: LonLat, d: LonLat): boolean {
  const [one, two, three, four] = [turn(a, b, c), turn(a, b, d), turn(c, d, a), turn(c, d, b)];
  if (one !== two && three !== four) return true;
  return (
    (one === 0 && isBetween(a, b, c)) ||
    (two === 0 && isBetween(a, b, d)) ||
    (three === 0 && isBetween(c, d, a)) ||
    (four === 0 && isBetween(c, d, b))
  );
}

/** Whether sides of a polygon meet other than at their shared corner, or a corner occurs twice. */
export function crossesItself(points: readonly LonLat[]): boolean {
  const sides = points.map((corner, index) => [corner, points[(index + 1) % points.length] ?? corner] as const);
  if (new Set(points.map(String)).size < points.length) return true;
  return sides.some(([a, b], one) =>
    sides.some(([c, d], two) => two > one + 1 && !(one === 0 && two === sides.length - 1) && cross(a, b, c, d)),
  );
}

type Drawn = {
  shape: Area["shape"];
  longitude: number | null;
  latitude: number | null;
  radiusMetres: number | null;
  points: readonly LonLat[] | null;
};

/** A geofence in the shape that a map draws. */
export const mapAreaOf = ({ shape, longitude, latitude, radiusMetres, points }: Drawn) =>
  shape === "circle"
    ? { kind: "circle" as const, center: [longitude ?? 0, latitude ?? 0] as LonLat, radiusMetres: radiusMetres ?? 0 }
    : { kind: "polygon" as const, corners: points ?? [] };

/** Triggers named in the error; an ellipsis stands for the rest. */
const NAMED = 5;

/** The error for deleting a geofence that alarm triggers use. */
export function namedBy(triggers: readonly string[]): AppError {
  const names = triggers.length > NAMED ? `${triggers.slice(0, NAMED).join(", ")} …` : triggers.join(", ");
  const message = `conditions of alarm triggers name the geofence: ${names}`;
  const issue = { path: "id", rule: "geofenceNamed", message, names };
  return new AppError("CONFLICT", `id: ${message}`, { issues: [issue] });
}
