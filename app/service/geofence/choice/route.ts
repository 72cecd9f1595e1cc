import { chooseGeofenceTarget } from "@/features/geofence/geofence.operations";
import { handle } from "@/lib/http/handle";

export const GET = handle(chooseGeofenceTarget);
