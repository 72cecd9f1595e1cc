import { geofences } from "@/features/geofence/geofence.operations";
import { handle } from "@/lib/http/handle";

export const { GET, POST, PUT, PATCH, DELETE } = handle({ GET: geofences.list, POST: geofences.create });
