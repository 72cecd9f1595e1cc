import { resetPassword } from "@/features/user/lifecycle.operations";
import { handle } from "@/lib/http/handle";

export const POST = handle(resetPassword);
