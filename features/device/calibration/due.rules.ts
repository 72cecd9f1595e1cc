import type { DeviceKind } from "@/db/enums";

const CALIBRATED: readonly DeviceKind[] = ["sensor", "gas", "base"];

/** Whether devices of this kind have their values compared with a reference from time to time. */
export const isCalibrated = (kind: DeviceKind): boolean => CALIBRATED.includes(kind);
