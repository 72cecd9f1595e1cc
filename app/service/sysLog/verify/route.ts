import { verifySysLog } from "@/features/audit/audit.operations";
import { handle } from "@/lib/http/handle";

export const { GET, POST, PUT, PATCH, DELETE } = handle({ GET: verifySysLog });
