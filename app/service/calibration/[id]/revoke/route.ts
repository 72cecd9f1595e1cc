import { revokeCalibration } from "@/features/device/calibration/calibration.operations";
import { handle } from "@/lib/http/handle";

export const POST = handle(revokeCalibration);
