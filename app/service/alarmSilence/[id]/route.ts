import { getAlarmSilence } from "@/features/alarm/silence/silence.operations";
import { handle } from "@/lib/http/handle";

export const GET = handle(getAlarmSilence);
