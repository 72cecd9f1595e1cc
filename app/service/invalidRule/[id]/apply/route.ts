import { applyRule } from "@/features/telemetry/correction/run.operations";
import { handle } from "@/lib/http/handle";

export const { GET, POST, PUT, PATCH, DELETE } = handle({ POST: applyRule });
