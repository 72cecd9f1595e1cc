import { login } from "@/features/session/session.operations";
import { handle } from "@/lib/http/handle";

export const POST = handle(login);
