import { draftDecision } from "@/features/lot/decision.operations";
import { handle } from "@/lib/http/handle";

export const { GET, POST, PUT, PATCH, DELETE } = handle({ GET: draftDecision });
