import { createStandardTrigger } from "@/features/alarm/standard-trigger/operations";
import { handle } from "@/lib/http/handle";

export const POST = handle(createStandardTrigger);
