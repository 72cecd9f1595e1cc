import { previewTrigger } from "@/features/alarm/preview/operations";
import { handle } from "@/lib/http/handle";

export const POST = handle(previewTrigger);
