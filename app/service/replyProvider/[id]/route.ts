import { removeReplyProvider, updateReplyProvider } from "@/features/notice/reply/provider.operations";
import { handle } from "@/lib/http/handle";

export const PUT = handle(updateReplyProvider);
export const DELETE = handle(removeReplyProvider);
