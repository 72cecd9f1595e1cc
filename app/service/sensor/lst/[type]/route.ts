import { listSensorsOfType } from "@/features/device/list.operations";
import { handle } from "@/lib/http/handle";

export const { GET, POST, PUT, PATCH, DELETE } = handle({ GET: listSensorsOfType });
