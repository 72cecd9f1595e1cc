import { zonePresets } from "@/features/zone/preset/operations";
import { handle } from "@/lib/http/handle";

export const GET = handle(zonePresets.list);
export const POST = handle(zonePresets.create);
