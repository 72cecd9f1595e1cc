import { giveBack } from "@/features/telemetry/invalid-run/operations";
import { handle } from "@/lib/http/handle";

export const POST = handle(giveBack);
