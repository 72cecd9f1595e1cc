import { endContactDevice } from "@/features/notice/push/push.operations";
import { handle } from "@/lib/http/handle";

export const DELETE = handle(endContactDevice);
