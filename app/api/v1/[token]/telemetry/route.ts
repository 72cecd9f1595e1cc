import { ingestTelemetry } from "@/features/adapter/thingsboard.operations";
import { handle } from "@/lib/http/handle";

export const POST = handle(ingestTelemetry);
