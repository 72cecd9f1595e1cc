import { getTestAlarmPlan, sendTestAlarmOf } from "@/features/alarm/test-alarm/operations";
import { handle } from "@/lib/http/handle";

export const { GET, POST, PUT, PATCH, DELETE } = handle({ GET: getTestAlarmPlan, POST: sendTestAlarmOf });
