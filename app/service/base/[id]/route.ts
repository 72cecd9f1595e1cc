import { devices } from "@/features/device/device.operations";
import { handle } from "@/lib/http/handle";

export const GET = handle(devices.base.get);
export const PUT = handle(devices.base.update);
export const DELETE = handle(devices.base.remove);
