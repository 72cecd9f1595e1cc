import { alarmTriggers } from "@/features/alarm/trigger/trigger.operations";
import { handle } from "@/lib/http/handle";

export const { GET, POST, PUT, PATCH, DELETE } = handle({
  GET: alarmTriggers.get,
  PUT: alarmTriggers.update,
  DELETE: alarmTriggers.remove,
});
