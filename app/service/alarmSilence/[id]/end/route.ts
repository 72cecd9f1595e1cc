import { endSilence } from "@/features/alarm/silence/silence.operations";
import { handle } from "@/lib/http/handle";

export const POST = handle(endSilence);
