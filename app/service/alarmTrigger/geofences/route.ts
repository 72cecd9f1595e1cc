import { listTriggerGeofences } from "@/features/alarm/condition/geofence.operations";
import { handle } from "@/lib/http/handle";

export const { GET, POST, PUT, PATCH, DELETE } = handle({ GET: listTriggerGeofences });
