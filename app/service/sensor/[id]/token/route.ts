import { issueSensorToken } from "@/features/device/device.operations";
import { handle } from "@/lib/http/handle";

export const POST = handle(issueSensorToken);
