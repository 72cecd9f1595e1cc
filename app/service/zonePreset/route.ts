import { zonePresets } from "@/features/zone/preset/operations";
import { handle } from "@/lib/http/handle";

export const { GET, POST, PUT, PATCH, DELETE } = handle({ GET: zonePresets.list, POST: zonePresets.create });
