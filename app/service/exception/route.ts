import { listExceptions } from "@/features/exception/exception.operations";
import { removeExceptions } from "@/features/exception/handling/removal.operations";
import { handle } from "@/lib/http/handle";

export const { GET, POST, PUT, PATCH, DELETE } = handle({ GET: listExceptions, DELETE: removeExceptions });
