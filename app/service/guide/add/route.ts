import { createGuide } from "@/features/guide/guide.operations";
import { handle } from "@/lib/http/handle";

export const POST = handle(createGuide);
