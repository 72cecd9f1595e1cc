import { restoreInvalid } from "@/features/telemetry/correction/mark.operations";
import { handle } from "@/lib/http/handle";

export const POST = handle(restoreInvalid);
