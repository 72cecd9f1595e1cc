import { listMountCandidates } from "@/features/carrier/mounting/candidate.operations";
import { handle } from "@/lib/http/handle";

export const GET = handle(listMountCandidates);
