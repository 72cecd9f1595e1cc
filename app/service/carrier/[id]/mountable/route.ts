import { listMountCandidates } from "@/features/carrier/mounting/candidate.operations";
import { handle } from "@/lib/http/handle";

export const { GET, POST, PUT, PATCH, DELETE } = handle({ GET: listMountCandidates });
