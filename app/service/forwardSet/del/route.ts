import { removeForwardSets } from "@/features/forward/forward.operations";
import { handle } from "@/lib/http/handle";

export const DELETE = handle(removeForwardSets);
