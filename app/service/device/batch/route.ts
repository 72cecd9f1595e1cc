import { editDevices } from "@/features/device/batch.operations";
import { handle } from "@/lib/http/handle";

export const PUT = handle(editDevices);
