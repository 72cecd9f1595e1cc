import { connectAccess } from "@/features/setup-wizard/access.operations";
import { handle } from "@/lib/http/handle";

export const { GET, POST, PUT, PATCH, DELETE } = handle({ POST: connectAccess });
