import { listDeviceBindings } from "@/features/device/binding/operations";
import { handle } from "@/lib/http/handle";

export const GET = handle(listDeviceBindings);
