import { getNoticeLog } from "@/features/notice/log/operations";
import { handle } from "@/lib/http/handle";

export const GET = handle(getNoticeLog);
