import { createSwitch, listSwitches } from "@/features/device/replacement/switch.operations";
import { handle } from "@/lib/http/handle";

export const GET = handle(listSwitches);
export const POST = handle(createSwitch);
