import { deviceTypes } from "@/features/device/type/operations";
import { handle } from "@/lib/http/handle";

export const PUT = handle(deviceTypes.switch);
