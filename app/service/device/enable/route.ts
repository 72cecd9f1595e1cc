import { enableDevices } from "@/features/device/use/operations";
import { handle } from "@/lib/http/handle";

export const POST = handle(enableDevices);
