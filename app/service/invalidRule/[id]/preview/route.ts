import { previewRun } from "@/features/telemetry/invalid-run/operations";
import { handle } from "@/lib/http/handle";

export const GET = handle(previewRun);
