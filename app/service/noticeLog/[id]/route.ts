import { getNoticeLog } from "@/features/notice/log/operations";
import { handle } from "@/lib/http/handle";

export const { GET, POST, PUT, PATCH, DELETE } = handle({ GET: getNoticeLog });
