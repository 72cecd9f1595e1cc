import { getNextNotice } from "@/features/notice/delivery/next.operations";
import { handle } from "@/lib/http/handle";

export const { GET, POST, PUT, PATCH, DELETE } = handle({ GET: getNextNotice });
