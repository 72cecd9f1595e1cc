import { exceptionReasons } from "@/features/exception/reason/operations";
import { handle } from "@/lib/http/handle";

export const GET = handle(exceptionReasons.get);
export const PUT = handle(exceptionReasons.update);
export const DELETE = handle(exceptionReasons.remove);
