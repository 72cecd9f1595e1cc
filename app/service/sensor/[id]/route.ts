import { devices } from "@/features/device/device.operations";
import { handle } from "@/lib/http/handle";

export const GET = handle(devices.sensor.get);
export const PUT = handle(devices.sensor.update);
export const DELETE = handle(devices.sensor.remove);
