import { listParameterValues } from "@/features/parameter/parameter.operations";
import { handle } from "@/lib/http/handle";

export const GET = handle(listParameterValues);
