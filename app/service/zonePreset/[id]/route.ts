import { zonePresets } from "@/features/zone/preset/operations";
import { handle } from "@/lib/http/handle";

export const GET = handle(zonePresets.get);
export const PUT = handle(zonePresets.update);
export const DELETE = handle(zonePresets.remove);
