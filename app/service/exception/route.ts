import { listExceptions } from "@/features/exception/exception.operations";
import { handle } from "@/lib/http/handle";

export const GET = handle(listExceptions);
