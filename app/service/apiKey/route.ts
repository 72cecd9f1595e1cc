import { createApiKey, listApiKeys } from "@/features/customer/api-key/operations";
import { handle } from "@/lib/http/handle";

export const GET = handle(listApiKeys);
export const POST = handle(createApiKey);
