import { beginFactor, getFactor, removeSecondFactor } from "@/features/session/second-factor/operations";
import { handle } from "@/lib/http/handle";

export const GET = handle(getFactor);
export const POST = handle(beginFactor);
export const DELETE = handle(removeSecondFactor);
