import { devices } from "@/features/device/device.operations";
import { handle } from "@/lib/http/handle";

export const GET = handle(devices.magnetism.get);
export const PUT = handle(devices.magnetism.update);
export const DELETE = handle(devices.magnetism.remove);
