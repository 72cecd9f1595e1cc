import { lookUpExceptionTypes } from "@/features/exception/exception.operations";
import { handle } from "@/lib/http/handle";

export const { GET, POST, PUT, PATCH, DELETE } = handle({ GET: lookUpExceptionTypes });
