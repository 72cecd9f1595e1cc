import { getMonitoringPointDetail } from "@/features/carrier/carrier.operations";
import { handle } from "@/lib/http/handle";

export const { GET, POST, PUT, PATCH, DELETE } = handle({ GET: getMonitoringPointDetail });
