import { confirmSwitch } from "@/features/device/switch/operations";
import { handle } from "@/lib/http/handle";

export const POST = handle(confirmSwitch);
