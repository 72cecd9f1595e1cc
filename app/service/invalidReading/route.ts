import { markInvalid } from "@/features/telemetry/mark/operations";
import { handle } from "@/lib/http/handle";

export const POST = handle(markInvalid);
