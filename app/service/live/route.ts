import { subscribeLive } from "@/features/telemetry/live/live.operations";
import { handle } from "@/lib/http/handle";

export const { GET, POST, PUT, PATCH, DELETE } = handle({ GET: subscribeLive });
