import { getRota, removeRota, saveRota } from "@/features/notice/duty/duty.operations";
import { handle } from "@/lib/http/handle";

export const GET = handle(getRota);
export const PUT = handle(saveRota);
export const DELETE = handle(removeRota);
