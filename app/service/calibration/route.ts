import { createCalibration, listCalibrations } from "@/features/device/calibration/calibration.operations";
import { handle } from "@/lib/http/handle";

export const { GET, POST, PUT, PATCH, DELETE } = handle({ GET: listCalibrations, POST: createCalibration });
