import { getCompleteness } from "@/features/telemetry/history/completeness.operations";
import { handle } from "@/lib/http/handle";

export const GET = handle(getCompleteness);
