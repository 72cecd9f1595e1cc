import { listEvents } from "@/features/telemetry/history/event.operations";
import { handle } from "@/lib/http/handle";

export const { GET, POST, PUT, PATCH, DELETE } = handle({ GET: listEvents });
