import { getPushState, subscribePush } from "@/features/notice/push/push.operations";
import { handle } from "@/lib/http/handle";

export const GET = handle(getPushState);
export const POST = handle(subscribePush);
