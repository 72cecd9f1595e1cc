import { guideGroups } from "@/features/guide/group.operations";
import { handle } from "@/lib/http/handle";

export const { GET, POST, PUT, PATCH, DELETE } = handle({ POST: guideGroups.create });
