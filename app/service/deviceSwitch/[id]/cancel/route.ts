import { cancelSwitch } from "@/features/device/switch/operations";
import { handle } from "@/lib/http/handle";

export const POST = handle(cancelSwitch);
