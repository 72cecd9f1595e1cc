import { listGeofenceEvents } from "@/features/geofence/event.operations";
import { handle } from "@/lib/http/handle";

export const { GET, POST, PUT, PATCH, DELETE } = handle({ GET: listGeofenceEvents });
