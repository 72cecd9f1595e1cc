import { listCandidates } from "@/features/zone/apply/operations";
import { handle } from "@/lib/http/handle";

export const { GET, POST, PUT, PATCH, DELETE } = handle({ GET: listCandidates });
