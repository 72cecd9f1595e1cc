import { cancelSwitch } from "@/features/device/replacement/switch.operations";
import { handle } from "@/lib/http/handle";

export const POST = handle(cancelSwitch);
