import { getOutside } from "@/features/telemetry/history/out-of-range.operations";
import { handle } from "@/lib/http/handle";

export const GET = handle(getOutside);
