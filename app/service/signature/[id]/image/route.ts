import { getSignatureImage } from "@/features/signature/signature.operations";
import { handle } from "@/lib/http/handle";

export const { GET, POST, PUT, PATCH, DELETE } = handle({ GET: getSignatureImage });
