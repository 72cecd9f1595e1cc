import { acknowledgeByPush } from "@/features/exception/link/operations";
import { handle } from "@/lib/http/handle";

export const POST = handle(acknowledgeByPush);
