import { removeUnknownDevice } from "@/features/telemetry/unknown/operations";
import { handle } from "@/lib/http/handle";

export const { GET, POST, PUT, PATCH, DELETE } = handle({ DELETE: removeUnknownDevice });
