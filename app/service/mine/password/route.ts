import { changePassword } from "@/features/session/password/operations";
import { handle } from "@/lib/http/handle";

export const PUT = handle(changePassword);
