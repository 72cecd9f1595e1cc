import { switchTrigger } from "@/features/alarm/trigger/trigger.operations";
import { handle } from "@/lib/http/handle";

export const PUT = handle(switchTrigger);
