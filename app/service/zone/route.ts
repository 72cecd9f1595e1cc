import { zones } from "@/features/zone/zone.operations";
import { handle } from "@/lib/http/handle";

export const GET = handle(zones.list);
export const POST = handle(zones.create);
