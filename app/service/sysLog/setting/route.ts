import { getLogSetting, setLogSetting } from "@/features/audit/audit.operations";
import { handle } from "@/lib/http/handle";

export const GET = handle(getLogSetting);
export const PUT = handle(setLogSetting);
