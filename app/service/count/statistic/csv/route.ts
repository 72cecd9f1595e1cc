import { exportStatistics } from "@/features/statistics/export.operations";
import { handle } from "@/lib/http/handle";

export const { GET, POST, PUT, PATCH, DELETE } = handle({ GET: exportStatistics });
