import { createStandardTrigger } from "@/features/alarm/trigger/standard.operations";
import { handle } from "@/lib/http/handle";

export const { GET, POST, PUT, PATCH, DELETE } = handle({ POST: createStandardTrigger });
