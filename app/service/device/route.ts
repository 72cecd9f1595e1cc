import { listAnyDevices } from "@/features/device/list.operations";
import { removeDevices } from "@/features/device/removal.operations";
import { handle } from "@/lib/http/handle";

export const { GET, POST, PUT, PATCH, DELETE } = handle({ GET: listAnyDevices, DELETE: removeDevices });
