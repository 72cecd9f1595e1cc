import { ingestReadings } from "@/features/telemetry/ingest/ingest.operations";
import { handle } from "@/lib/http/handle";

export const { GET, POST, PUT, PATCH, DELETE } = handle({ POST: ingestReadings });
