import { zones } from "@/features/zone/zone.operations";
import { handle } from "@/lib/http/handle";

export const { GET, POST, PUT, PATCH, DELETE } = handle({ GET: zones.get, PUT: zones.update, DELETE: zones.remove });
