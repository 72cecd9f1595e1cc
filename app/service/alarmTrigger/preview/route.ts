import { previewTrigger } from "@/features/alarm/preview/operations";
import { handle } from "@/lib/http/handle";

export const { GET, POST, PUT, PATCH, DELETE } = handle({ POST: previewTrigger });
