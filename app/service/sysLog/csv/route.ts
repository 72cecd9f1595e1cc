import { exportSysLog } from "@/features/audit/export.operations";
import { handle } from "@/lib/http/handle";

export const { GET, POST, PUT, PATCH, DELETE } = handle({ GET: exportSysLog });
