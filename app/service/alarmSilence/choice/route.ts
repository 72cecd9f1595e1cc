import { chooseSilenceTarget } from "@/features/alarm/silence/silence.operations";
import { handle } from "@/lib/http/handle";

export const GET = handle(chooseSilenceTarget);
