import { getRota, removeRota, saveRota } from "@/features/notice/duty/duty.operations";
import { handle } from "@/lib/http/handle";

export const { GET, POST, PUT, PATCH, DELETE } = handle({ GET: getRota, PUT: saveRota, DELETE: removeRota });
