/** States by which devices are counted; a device can have several. Disabled devices need no attention. */
export const BOARD_STATES = [
  "online",
  "offline",
  "unknown",
  "stopped",
  "abnormal",
  "batteryLow",
  "signalWeak",
  "calibrationDue",
] as const;

export type BoardState = (typeof BOARD_STATES)[number];
