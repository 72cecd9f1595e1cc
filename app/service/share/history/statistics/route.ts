import { getStatistics } from "@/features/telemetry/statistics/operations";
import { handle } from "@/lib/http/handle";

export const GET = handle(getStatistics);
