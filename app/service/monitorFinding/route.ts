import { listMonitorFindings } from "@/features/monitor-task/run.operations";
import { handle } from "@/lib/http/handle";

export const { GET, POST, PUT, PATCH, DELETE } = handle({ GET: listMonitorFindings });
