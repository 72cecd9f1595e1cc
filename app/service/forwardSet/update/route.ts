import { changeForwardSet } from "@/features/forward/forward.operations";
import { handle } from "@/lib/http/handle";

export const { GET, POST, PUT, PATCH, DELETE } = handle({ PUT: changeForwardSet });
