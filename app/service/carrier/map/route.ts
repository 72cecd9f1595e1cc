import { listCarriersOnMap } from "@/features/carrier/map/operations";
import { handle } from "@/lib/http/handle";

export const { GET, POST, PUT, PATCH, DELETE } = handle({ GET: listCarriersOnMap });
