import { listChannelStates } from "@/features/notice/health/operations";
import { handle } from "@/lib/http/handle";

export const GET = handle(listChannelStates);
