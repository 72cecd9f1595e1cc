import { removeUnknownDevice } from "@/features/telemetry/unknown/operations";
import { handle } from "@/lib/http/handle";

export const DELETE = handle(removeUnknownDevice);
