import { getCompleteness } from "@/features/telemetry/history/completeness.operations";
import { handle } from "@/lib/http/handle";

export const { GET, POST, PUT, PATCH, DELETE } = handle({ GET: getCompleteness });
