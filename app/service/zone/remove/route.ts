import { removeZones } from "@/features/zone/zone.operations";
import { handle } from "@/lib/http/handle";

export const POST = handle(removeZones);
