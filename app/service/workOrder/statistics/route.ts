import { getWorkOrderStatistic } from "@/features/work-order/statistic.operations";
import { handle } from "@/lib/http/handle";

export const { GET, POST, PUT, PATCH, DELETE } = handle({ GET: getWorkOrderStatistic });
