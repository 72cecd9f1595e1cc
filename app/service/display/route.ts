import { devices } from "@/features/device/kinds.operations";
import { handle } from "@/lib/http/handle";

export const { GET, POST, PUT, PATCH, DELETE } = handle({ GET: devices.display.list, POST: devices.display.create });
