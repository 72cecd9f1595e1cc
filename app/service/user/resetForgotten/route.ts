import { resetForgotten } from "@/features/user/forgotten-password/operations";
import { handle } from "@/lib/http/handle";

export const { GET, POST, PUT, PATCH, DELETE } = handle({ POST: resetForgotten });
