import { getCalibrationFile } from "@/features/device/calibration/operations";
import { handle } from "@/lib/http/handle";

export const GET = handle(getCalibrationFile);
