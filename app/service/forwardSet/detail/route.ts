import { forwardSets } from "@/features/forward/forward.operations";
import { handle } from "@/lib/http/handle";

export const GET = handle(forwardSets.get);
