import { createCalibration, listCalibrations } from "@/features/device/calibration/calibration.operations";
import { handle } from "@/lib/http/handle";

export const GET = handle(listCalibrations);
export const POST = handle(createCalibration);
