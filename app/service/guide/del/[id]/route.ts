import { removeGuide } from "@/features/guide/operations";
import { handle } from "@/lib/http/handle";

export const DELETE = handle(removeGuide);
