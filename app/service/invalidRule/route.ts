import { invalidRules } from "@/features/telemetry/correction/invalid.operations";
import { handle } from "@/lib/http/handle";

export const GET = handle(invalidRules.list);
export const POST = handle(invalidRules.create);
