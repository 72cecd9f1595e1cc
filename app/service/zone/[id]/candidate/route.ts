import { listCandidates } from "@/features/zone/apply/operations";
import { handle } from "@/lib/http/handle";

export const GET = handle(listCandidates);
