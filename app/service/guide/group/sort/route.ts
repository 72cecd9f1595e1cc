import { guideGroups } from "@/features/guide/group.operations";
import { handle } from "@/lib/http/handle";

export const POST = handle(guideGroups.sort);
