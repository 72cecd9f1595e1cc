import { enableDevices } from "@/features/device/activation.operations";
import { handle } from "@/lib/http/handle";

export const POST = handle(enableDevices);
