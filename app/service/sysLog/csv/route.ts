import { exportSysLog } from "@/features/audit/export.operations";
import { handle } from "@/lib/http/handle";

export const GET = handle(exportSysLog);
