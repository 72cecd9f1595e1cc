import { restoreInvalid } from "@/features/telemetry/correction/mark.operations";
import { handle } from "@/lib/http/handle";

export const { GET, POST, PUT, PATCH, DELETE } = handle({ POST: restoreInvalid });
