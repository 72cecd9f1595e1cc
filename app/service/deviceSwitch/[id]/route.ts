import { getSwitch } from "@/features/device/switch/operations";
import { handle } from "@/lib/http/handle";

export const GET = handle(getSwitch);
