import { getException } from "@/features/exception/exception.operations";
import { removeException } from "@/features/exception/handling/removal.operations";
import { handle } from "@/lib/http/handle";

export const { GET, POST, PUT, PATCH, DELETE } = handle({ GET: getException, DELETE: removeException });
