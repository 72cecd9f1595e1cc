import { devices } from "@/features/device/device.operations";
import { handle } from "@/lib/http/handle";

export const GET = handle(devices.gateway.get);
export const PUT = handle(devices.gateway.update);
export const DELETE = handle(devices.gateway.remove);
