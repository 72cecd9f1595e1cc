import { invalidRules } from "@/features/telemetry/correction/invalid.operations";
import { handle } from "@/lib/http/handle";

export const { GET, POST, PUT, PATCH, DELETE } = handle({ GET: invalidRules.list, POST: invalidRules.create });
