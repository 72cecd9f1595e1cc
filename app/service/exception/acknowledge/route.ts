import { acknowledgeExceptions } from "@/features/exception/handling/operations";
import { handle } from "@/lib/http/handle";

export const POST = handle(acknowledgeExceptions);
