import { listDetailChoices } from "@/features/telemetry/ingest/probe.operations";
import { handle } from "@/lib/http/handle";

export const { GET, POST, PUT, PATCH, DELETE } = handle({ GET: listDetailChoices });
