import { listAnyDevices } from "@/features/device/list.operations";
import { removeDevices } from "@/features/device/removal.operations";
import { handle } from "@/lib/http/handle";

export const GET = handle(listAnyDevices);
export const DELETE = handle(removeDevices);
