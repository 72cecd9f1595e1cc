import { switchForwardSet } from "@/features/forward/forward.operations";
import { handle } from "@/lib/http/handle";

export const PUT = handle(switchForwardSet);
