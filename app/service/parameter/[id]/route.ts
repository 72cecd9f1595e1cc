import { getParameterById, removeParameter, updateParameterById } from "@/features/parameter/parameter.operations";
import { handle } from "@/lib/http/handle";

export const { GET, POST, PUT, PATCH, DELETE } = handle({
  GET: getParameterById,
  PUT: updateParameterById,
  DELETE: removeParameter,
});
