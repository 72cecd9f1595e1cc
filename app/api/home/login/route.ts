import { login } from "@/features/session/session.operations";
import { handle } from "@/lib/http/handle";

/** The address of the login in the older API. */
export const { GET, POST, PUT, PATCH, DELETE } = handle({ POST: login });
