import { getHomeStatistics } from "@/features/home/statistics.operations";
import { handle } from "@/lib/http/handle";

export const { GET, POST, PUT, PATCH, DELETE } = handle({ GET: getHomeStatistics });
