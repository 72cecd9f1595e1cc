import { exportGuidance } from "@/features/statistics/guidance/guidance.operations";
import { handle } from "@/lib/http/handle";

export const { GET, POST, PUT, PATCH, DELETE } = handle({ GET: exportGuidance });
