import { applyRule } from "@/features/telemetry/correction/run.operations";
import { handle } from "@/lib/http/handle";

export const POST = handle(applyRule);
