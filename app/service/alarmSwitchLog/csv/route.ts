import { exportSwitchLog } from "@/features/alarm/switch-log/operations";
import { handle } from "@/lib/http/handle";

export const GET = handle(exportSwitchLog);
