import { createParameter, listParameters } from "@/features/parameter/parameter.operations";
import { handle } from "@/lib/http/handle";

export const GET = handle(listParameters);
export const POST = handle(createParameter);
