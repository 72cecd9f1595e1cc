import { removeReplyProvider, updateReplyProvider } from "@/features/notice/reply/provider.operations";
import { handle } from "@/lib/http/handle";

export const { GET, POST, PUT, PATCH, DELETE } = handle({ PUT: updateReplyProvider, DELETE: removeReplyProvider });
