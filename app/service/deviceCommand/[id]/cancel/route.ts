import { cancelCommand } from "@/features/device/configuration/configuration.operations";
import { handle } from "@/lib/http/handle";

export const { GET, POST, PUT, PATCH, DELETE } = handle({ POST: cancelCommand });
