import { subscribeLive } from "@/features/telemetry/live/live.operations";
import { handle } from "@/lib/http/handle";

export const GET = handle(subscribeLive);
