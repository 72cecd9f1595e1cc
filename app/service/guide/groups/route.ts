import { guideGroups } from "@/features/guide/group.operations";
import { handle } from "@/lib/http/handle";

export const GET = handle(guideGroups.list);
