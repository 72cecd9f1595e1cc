import { removeZones } from "@/features/zone/zone.operations";
import { handle } from "@/lib/http/handle";

export const { GET, POST, PUT, PATCH, DELETE } = handle({ POST: removeZones });
