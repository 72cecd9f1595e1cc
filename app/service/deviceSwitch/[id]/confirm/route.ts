import { confirmSwitch } from "@/features/device/replacement/switch.operations";
import { handle } from "@/lib/http/handle";

export const { GET, POST, PUT, PATCH, DELETE } = handle({ POST: confirmSwitch });
