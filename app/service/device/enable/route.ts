import { enableDevices } from "@/features/device/activation.operations";
import { handle } from "@/lib/http/handle";

export const { GET, POST, PUT, PATCH, DELETE } = handle({ POST: enableDevices });
