import { receiveReply } from "@/features/notice/reply/reply.operations";
import { handle } from "@/lib/http/handle";

export const { GET, POST, PUT, PATCH, DELETE } = handle({ POST: receiveReply });
