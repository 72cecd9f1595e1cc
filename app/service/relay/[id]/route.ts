import { devices } from "@/features/device/device.operations";
import { handle } from "@/lib/http/handle";

export const GET = handle(devices.relay.get);
export const PUT = handle(devices.relay.update);
export const DELETE = handle(devices.relay.remove);
