import { type Area, metresOutside } from "@/features/geofence/geofence.rules";
import type { LonLat } from "@/lib/geo/coordinates";
import { boundsOf } from "@/lib/geo/sphere";
import { type Outside, STOP_RADIUS_METRES } from "./transport.rules";

type Stop = { geofenceId: number | null; longitude: number | null; latitude: number | null };
type Fence = { shape: Area["shape"]; longitude: number; latitude: number; radiusMetres: number; points: LonLat[] };
type Fences = ReadonlyMap<number, Fence>;

function areaOf({ geofenceId, longitude, latitude }: Stop, fences: Fences): Area | null {
  const fence = geofenceId === null ? undefined : fences.get(geofenceId);
  if (fence)
    return fence.shape === "polygon" ? { shape: "polygon", points: fence.points } : { ...fence, shape: "circle" };
  if (longitude === null || latitude === null) return null;
  return { shape: "circle", longitude, latitude, radiusMetres: STOP_RADIUS_METRES };
}

/** The distance to the border of a stop's area: its geofence, or a circle about its position; null without either. */
export function outsideOf(stop: Stop, fences: Fences): Outside | null {
  const area = areaOf(stop, fences);
  return area && ((place) => metresOutside(area, place));
}

/** The middle of a stop's area; null without one. */
export function centreOf(stop: Stop, fences: Fences): LonLat | null {
  const area = areaOf(stop, fences);
  if (!area) return null;
  if (area.shape === "circle") return [area.longitude, area.latitude];
  const bounds = boundsOf(area.points);
  return bounds && [(bounds[0][0] + bounds[1][0]) / 2, (bounds[0][1] + bounds[1][1]) / 2];
}
