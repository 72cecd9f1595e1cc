import { devices } from "@/features/device/device.operations";
import { handle } from "@/lib/http/handle";

export const GET = handle(devices.relay.list);
export const POST = handle(devices.relay.create);
