import { confirmFactor } from "@/features/session/second-factor/operations";
import { handle } from "@/lib/http/handle";

export const { GET, POST, PUT, PATCH, DELETE } = handle({ POST: confirmFactor });
