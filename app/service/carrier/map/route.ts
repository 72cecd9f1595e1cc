import { listCarriersOnMap } from "@/features/carrier/map/operations";
import { handle } from "@/lib/http/handle";

export const GET = handle(listCarriersOnMap);
