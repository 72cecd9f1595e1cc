import { exceptionReasons } from "@/features/exception/reason/operations";
import { handle } from "@/lib/http/handle";

export const { GET, POST, PUT, PATCH, DELETE } = handle({
  GET: exceptionReasons.get,
  PUT: exceptionReasons.update,
  DELETE: exceptionReasons.remove,
});
