import { confirmFactor } from "@/features/session/second-factor/operations";
import { handle } from "@/lib/http/handle";

export const POST = handle(confirmFactor);
