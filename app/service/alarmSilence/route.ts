import { createSilence, listSilences } from "@/features/alarm/silence/silence.operations";
import { handle } from "@/lib/http/handle";

export const GET = handle(listSilences);
export const POST = handle(createSilence);
