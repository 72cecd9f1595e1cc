import { removeTriggers } from "@/features/alarm/trigger/trigger.operations";
import { handle } from "@/lib/http/handle";

export const { GET, POST, PUT, PATCH, DELETE } = handle({ POST: removeTriggers });
