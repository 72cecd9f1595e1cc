import { getOutside } from "@/features/telemetry/history/out-of-range.operations";
import { handle } from "@/lib/http/handle";

export const { GET, POST, PUT, PATCH, DELETE } = handle({ GET: getOutside });
