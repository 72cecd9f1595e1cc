import { listBoundCarriers } from "@/features/zone/zone.operations";
import { handle } from "@/lib/http/handle";

export const GET = handle(listBoundCarriers);
