import { removeSignature, saveSignature } from "@/features/user/signature/operations";
import { handle } from "@/lib/http/handle";

export const POST = handle(saveSignature);
export const DELETE = handle(removeSignature);
