import { resetPasswords } from "@/features/user/lifecycle.operations";
import { handle } from "@/lib/http/handle";

export const { GET, POST, PUT, PATCH, DELETE } = handle({ POST: resetPasswords });
