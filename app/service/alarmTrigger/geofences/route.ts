import { listTriggerGeofences } from "@/features/alarm/condition/geofence.operations";
import { handle } from "@/lib/http/handle";

export const GET = handle(listTriggerGeofences);
