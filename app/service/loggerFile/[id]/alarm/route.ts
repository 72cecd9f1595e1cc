import { listLoggerAlarms } from "@/features/carrier/logger/logger.operations";
import { handle } from "@/lib/http/handle";

export const { GET, POST, PUT, PATCH, DELETE } = handle({ GET: listLoggerAlarms });
