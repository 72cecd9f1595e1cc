import { listExceptionReasons } from "@/features/exception/handling/operations";
import { handle } from "@/lib/http/handle";

export const GET = handle(listExceptionReasons);
