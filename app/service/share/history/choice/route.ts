import { listChoices } from "@/features/telemetry/ingest/probe.operations";
import { handle } from "@/lib/http/handle";

export const GET = handle(listChoices);
