import type { DeviceKind } from "@/db/enums";

const CALIBRATED: readonly DeviceKind[] = ["sensor", "gas", "base"];

/** Whether devices of this kind are calibrated. */
export const isCalibrated = (kind: DeviceKind): boolean => CALIBRATED.includes(kind);
