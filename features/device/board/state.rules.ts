/** What devices are counted as; a device can be several at once. Those that are stopped need no looking after. */
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
