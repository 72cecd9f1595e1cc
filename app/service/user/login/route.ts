import { login } from "@/features/session/operations";
import { handle } from "@/lib/http/handle";

export const POST = handle(login);
