import { handleExceptions } from "@/features/exception/handling/operations";
import { handle } from "@/lib/http/handle";

export const { GET, POST, PUT, PATCH, DELETE } = handle({ POST: handleExceptions });
