import { verifySysLog } from "@/features/audit/audit.operations";
import { handle } from "@/lib/http/handle";

export const GET = handle(verifySysLog);
