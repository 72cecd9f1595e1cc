import { getStatistics } from "@/features/telemetry/history/statistics.operations";
import { handle } from "@/lib/http/handle";

export const { GET, POST, PUT, PATCH, DELETE } = handle({ GET: getStatistics });
