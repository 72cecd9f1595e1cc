import { compareStatistics } from "@/features/statistics/statistic.operations";
import { handle } from "@/lib/http/handle";

export const { GET, POST, PUT, PATCH, DELETE } = handle({ GET: compareStatistics });
