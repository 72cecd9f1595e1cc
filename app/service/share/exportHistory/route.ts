import { exportReadings } from "@/features/telemetry/history/history.operations";
import { handle } from "@/lib/http/handle";

export const POST = handle(exportReadings);
