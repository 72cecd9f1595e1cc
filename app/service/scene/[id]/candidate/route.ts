import { listCandidates } from "@/features/scene/plan/operations";
import { handle } from "@/lib/http/handle";

export const GET = handle(listCandidates);
