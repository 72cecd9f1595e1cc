import { invalidRules } from "@/features/telemetry/correction/invalid.operations";
import { handle } from "@/lib/http/handle";

export const PUT = handle(invalidRules.switch);
