import { setGuideStatus, updateGuide } from "@/features/guide/guide.operations";
import { handle } from "@/lib/http/handle";

export const PUT = handle(updateGuide);
export const POST = handle(setGuideStatus);
