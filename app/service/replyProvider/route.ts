import { createReplyProvider, listReplyProviders } from "@/features/notice/reply/provider.operations";
import { handle } from "@/lib/http/handle";

export const { GET, POST, PUT, PATCH, DELETE } = handle({ GET: listReplyProviders, POST: createReplyProvider });
