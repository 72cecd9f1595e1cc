import { getCalibration, moveNotice } from "@/features/device/calibration/calibration.operations";
import { handle } from "@/lib/http/handle";

export const GET = handle(getCalibration);
export const PUT = handle(moveNotice);
