import { alarmTriggers } from "@/features/alarm/trigger/trigger.operations";
import { handle } from "@/lib/http/handle";

export const GET = handle(alarmTriggers.list);
export const POST = handle(alarmTriggers.create);
