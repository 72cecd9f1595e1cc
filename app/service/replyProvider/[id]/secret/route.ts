import { rotateReplySecret } from "@/features/notice/reply/provider.operations";
import { handle } from "@/lib/http/handle";

export const POST = handle(rotateReplySecret);
