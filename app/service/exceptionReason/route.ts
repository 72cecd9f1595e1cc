import { exceptionReasons } from "@/features/exception/reason/operations";
import { handle } from "@/lib/http/handle";

export const GET = handle(exceptionReasons.list);
export const POST = handle(exceptionReasons.create);
