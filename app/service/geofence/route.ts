import { geofences } from "@/features/geofence/geofence.operations";
import { handle } from "@/lib/http/handle";

export const GET = handle(geofences.list);
export const POST = handle(geofences.create);
