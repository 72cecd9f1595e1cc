import { deviceTypes } from "@/features/device/type/operations";
import { handle } from "@/lib/http/handle";

export const GET = handle(deviceTypes.get);
export const PUT = handle(deviceTypes.update);
export const DELETE = handle(deviceTypes.remove);
