import { createCaptcha } from "@/features/session/session.operations";
import { handle } from "@/lib/http/handle";

export const GET = handle(createCaptcha);
