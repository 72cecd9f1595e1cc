import { listOverlayFiles } from "@/features/telemetry/logger/overlay.operations";
import { handle } from "@/lib/http/handle";

export const { GET, POST, PUT, PATCH, DELETE } = handle({ GET: listOverlayFiles });
