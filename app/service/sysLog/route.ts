import { listSysLog } from "@/features/audit/operations";
import { handle } from "@/lib/http/handle";

export const GET = handle(listSysLog);
