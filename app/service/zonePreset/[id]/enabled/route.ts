import { zonePresets } from "@/features/zone/preset/operations";
import { handle } from "@/lib/http/handle";

export const PUT = handle(zonePresets.switch);
