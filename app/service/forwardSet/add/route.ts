import { forwardSets } from "@/features/forward/forward.operations";
import { handle } from "@/lib/http/handle";

export const POST = handle(forwardSets.create);
