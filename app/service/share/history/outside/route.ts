import { getOutside } from "@/features/telemetry/outside/operations";
import { handle } from "@/lib/http/handle";

export const GET = handle(getOutside);
