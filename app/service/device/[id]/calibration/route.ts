import { listDeviceCalibrations } from "@/features/device/calibration/calibration.operations";
import { handle } from "@/lib/http/handle";

export const GET = handle(listDeviceCalibrations);
