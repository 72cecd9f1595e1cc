import { exportSwitchLog } from "@/features/alarm/switch-log/operations";
import { handle } from "@/lib/http/handle";

export const { GET, POST, PUT, PATCH, DELETE } = handle({ GET: exportSwitchLog });
