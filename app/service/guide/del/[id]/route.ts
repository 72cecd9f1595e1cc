import { removeGuide } from "@/features/guide/guide.operations";
import { handle } from "@/lib/http/handle";

export const DELETE = handle(removeGuide);
