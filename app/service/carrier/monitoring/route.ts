import { listMonitoringPoints } from "@/features/carrier/monitoring/monitoring.operations";
import { handle } from "@/lib/http/handle";

export const { GET, POST, PUT, PATCH, DELETE } = handle({ GET: listMonitoringPoints });
