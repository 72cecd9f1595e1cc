import { registerUnknownDevices } from "@/features/device/unknown.operations";
import { handle } from "@/lib/http/handle";

export const { GET, POST, PUT, PATCH, DELETE } = handle({ POST: registerUnknownDevices });
