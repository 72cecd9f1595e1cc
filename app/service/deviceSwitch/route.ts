import { createSwitch, listSwitches } from "@/features/device/switch/operations";
import { handle } from "@/lib/http/handle";

export const GET = handle(listSwitches);
export const POST = handle(createSwitch);
