import { getOneLot, removeLot, updateOneLot } from "@/features/lot/lot.operations";
import { handle } from "@/lib/http/handle";

export const { GET, POST, PUT, PATCH, DELETE } = handle({ GET: getOneLot, PUT: updateOneLot, DELETE: removeLot });
