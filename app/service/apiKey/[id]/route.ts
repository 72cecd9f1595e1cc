import { removeApiKey } from "@/features/customer/api-key/operations";
import { handle } from "@/lib/http/handle";

export const { GET, POST, PUT, PATCH, DELETE } = handle({ DELETE: removeApiKey });
