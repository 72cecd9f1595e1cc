import { geofences } from "@/features/geofence/geofence.operations";
import { handle } from "@/lib/http/handle";

export const GET = handle(geofences.get);
export const PUT = handle(geofences.update);
export const DELETE = handle(geofences.remove);
