import { getParameterById, removeParameter, updateParameterById } from "@/features/parameter/parameter.operations";
import { handle } from "@/lib/http/handle";

export const GET = handle(getParameterById);
export const PUT = handle(updateParameterById);
export const DELETE = handle(removeParameter);
