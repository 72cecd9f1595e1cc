import { devices } from "@/features/device/device.operations";
import { handle } from "@/lib/http/handle";

export const GET = handle(devices.base.list);
export const POST = handle(devices.base.create);
