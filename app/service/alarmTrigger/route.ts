import { alarmTriggers } from "@/features/alarm/trigger/trigger.operations";
import { handle } from "@/lib/http/handle";

export const { GET, POST, PUT, PATCH, DELETE } = handle({ GET: alarmTriggers.list, POST: alarmTriggers.create });
