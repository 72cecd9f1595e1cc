import { decideLot, listDecisions } from "@/features/lot/decision.operations";
import { handle } from "@/lib/http/handle";

export const { GET, POST, PUT, PATCH, DELETE } = handle({ GET: listDecisions, POST: decideLot });
