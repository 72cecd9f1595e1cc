import { createReplyProvider, listReplyProviders } from "@/features/notice/reply/provider.operations";
import { handle } from "@/lib/http/handle";

export const GET = handle(listReplyProviders);
export const POST = handle(createReplyProvider);
