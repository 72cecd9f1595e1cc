import { switchAlarm } from "@/features/carrier/alarm-switch/operations";
import { handle } from "@/lib/http/handle";

export const { GET, POST, PUT, PATCH, DELETE } = handle({ PUT: switchAlarm });
