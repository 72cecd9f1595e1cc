import { type Area, metresOutside } from "@/features/geofence/geofence.rules";
import type { GeofenceDto } from "@/features/geofence/geofence.schema";
import type { LonLat } from "@/lib/geo/coordinates";
import { distanceMetres } from "@/lib/geo/sphere";

type Fence = Pick<GeofenceDto, "name" | "shape" | "longitude" | "latitude" | "radiusMetres" | "points">;

const areaOf = ({ shape, longitude, latitude, radiusMetres, points }: Fence): Area =>
  shape === "circle"
    ? { shape, longitude: longitude ?? 0, latitude: latitude ?? 0, radiusMetres: radiusMetres ?? 0 }
    : { shape, points: points ?? [] };

/** The radius of an area in metres, or half the diagonal of the box around it. */
function sizeOf(area: Area): number {
  if (area.shape === "circle") return area.radiusMetres;
  const [longitudes, latitudes] = [
    area.points.map(([longitude]) => longitude),
    area.points.map(([, latitude]) => latitude),
  ];
  const corner = (pick: (...values: number[]) => number): LonLat => [pick(...longitudes), pick(...latitudes)];
  return distanceMetres(corner(Math.min), corner(Math.max)) / 2;
}

/** The radius up to which a geofence is a site. In a larger one, such as a delivery area, the street says more. */
const SITE_METRES = 2000;

/** The smallest geofence around a position (WGS-84), and whether it is a site; null outside of all. */
export function fenceAt(fences: readonly Fence[], place: LonLat): { name: string; isSite: boolean } | null {
  const [smallest] = fences
    .map((fence) => ({ name: fence.name, area: areaOf(fence) }))
    .filter(({ area }) => metresOutside(area, place) <= 0)
    .map(({ name, area }) => ({ name, size: sizeOf(area) }))
    .sort((a, b) => a.size - b.size);
  return smallest ? { name: smallest.name, isSite: smallest.size <= SITE_METRES } : null;
}

/** A position that counts as the same for its name: to about 10 m. */
export const nameKey = ([longitude, latitude]: LonLat): string => `${longitude.toFixed(4)} ${latitude.toFixed(4)}`;
