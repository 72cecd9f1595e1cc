import { zones } from "@/features/zone/zone.operations";
import { handle } from "@/lib/http/handle";

export const { GET, POST, PUT, PATCH, DELETE } = handle({ GET: zones.list, POST: zones.create });
