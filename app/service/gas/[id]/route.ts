import { devices } from "@/features/device/device.operations";
import { handle } from "@/lib/http/handle";

export const GET = handle(devices.gas.get);
export const PUT = handle(devices.gas.update);
export const DELETE = handle(devices.gas.remove);
