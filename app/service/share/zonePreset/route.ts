import { lookUpZonePresets } from "@/features/zone/preset/operations";
import { handle } from "@/lib/http/handle";

export const { GET, POST, PUT, PATCH, DELETE } = handle({ GET: lookUpZonePresets });
