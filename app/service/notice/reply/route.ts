import { receiveReply } from "@/features/notice/reply/reply.operations";
import { handle } from "@/lib/http/handle";

export const POST = handle(receiveReply);
