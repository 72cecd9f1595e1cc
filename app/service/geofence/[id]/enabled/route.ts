import { switchGeofence } from "@/features/geofence/geofence.operations";
import { handle } from "@/lib/http/handle";

export const PUT = handle(switchGeofence);
