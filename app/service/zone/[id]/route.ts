import { zones } from "@/features/zone/zone.operations";
import { handle } from "@/lib/http/handle";

export const GET = handle(zones.get);
export const PUT = handle(zones.update);
export const DELETE = handle(zones.remove);
