import { listParameterValues } from "@/features/parameter/operations";
import { handle } from "@/lib/http/handle";

export const GET = handle(listParameterValues);
