import { getSignature } from "@/features/user/signature/operations";
import { handle } from "@/lib/http/handle";

export const GET = handle(getSignature);
