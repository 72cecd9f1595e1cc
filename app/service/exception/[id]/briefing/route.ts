import { getBriefing } from "@/features/exception/briefing/briefing.operations";
import { handle } from "@/lib/http/handle";

export const { GET, POST, PUT, PATCH, DELETE } = handle({ GET: getBriefing });
