import { skipForwardSet } from "@/features/forward/state/operations";
import { handle } from "@/lib/http/handle";

export const POST = handle(skipForwardSet);
