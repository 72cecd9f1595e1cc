import { exportReadings } from "@/features/telemetry/history/export.operations";
import { handle } from "@/lib/http/handle";

export const { GET, POST, PUT, PATCH, DELETE } = handle({ GET: exportReadings });
