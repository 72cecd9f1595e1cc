import { invalidRules } from "@/features/telemetry/correction/invalid.operations";
import { handle } from "@/lib/http/handle";

export const GET = handle(invalidRules.get);
export const PUT = handle(invalidRules.update);
export const DELETE = handle(invalidRules.remove);
