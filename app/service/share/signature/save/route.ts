import { removeSignature, saveSignature } from "@/features/user/signature/operations";
import { handle } from "@/lib/http/handle";

export const { GET, POST, PUT, PATCH, DELETE } = handle({ POST: saveSignature, DELETE: removeSignature });
