import { alarmTriggers } from "@/features/alarm/trigger/trigger.operations";
import { handle } from "@/lib/http/handle";

export const GET = handle(alarmTriggers.get);
export const PUT = handle(alarmTriggers.update);
export const DELETE = handle(alarmTriggers.remove);
