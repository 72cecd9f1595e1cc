import { getHomeStatistics } from "@/features/home/statistics.operations";
import { handle } from "@/lib/http/handle";

export const GET = handle(getHomeStatistics);
