import { devices } from "@/features/device/device.operations";
import { handle } from "@/lib/http/handle";

export const GET = handle(devices.display.get);
export const PUT = handle(devices.display.update);
export const DELETE = handle(devices.display.remove);
