import { listLoggerAlarms } from "@/features/carrier/logger/logger.operations";
import { handle } from "@/lib/http/handle";

export const GET = handle(listLoggerAlarms);
