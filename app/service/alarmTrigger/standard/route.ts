import { createStandardTrigger } from "@/features/alarm/trigger/standard.operations";
import { handle } from "@/lib/http/handle";

export const POST = handle(createStandardTrigger);
