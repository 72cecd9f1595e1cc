import { resetForgotten } from "@/features/session/forgotten/operations";
import { handle } from "@/lib/http/handle";

export const { GET, POST, PUT, PATCH, DELETE } = handle({ POST: resetForgotten });
