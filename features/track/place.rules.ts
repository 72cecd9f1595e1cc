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

/** The name of the smallest geofence around a position (WGS-84); null outside of all. */
export function fenceAt(fences: readonly Fence[], place: LonLat): string | null {
  const around = fences
    .map((fence) => ({ name: fence.name, area: areaOf(fence) }))
    .filter(({ area }) => metresOutside(area, place) <= 0)
    .sort((a, b) => sizeOf(a.area) - sizeOf(b.area));
  return around[0]?.name ?? null;
}

/** A position that counts as the same for its name: to about 10 m. */
export const nameKey = ([longitude, latitude]: LonLat): string => `${longitude.toFixed(4)} ${latitude.toFixed(4)}`;
