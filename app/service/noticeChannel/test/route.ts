import { testChannel } from "@/features/notice/health/operations";
import { handle } from "@/lib/http/handle";

export const POST = handle(testChannel);
