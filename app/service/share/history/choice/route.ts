import { listChoices } from "@/features/telemetry/probe/operations";
import { handle } from "@/lib/http/handle";

export const GET = handle(listChoices);
