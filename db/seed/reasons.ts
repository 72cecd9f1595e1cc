/** The shipped reasons for an exception; the messages name them by these codes. */
export const REASON_CODES = [
  "door-left-open",
  "power-failure",
  "defrost",
  "loading",
  "equipment-failure",
  "sensor-failure",
  "maintenance",
  "battery",
  "network",
  "other",
] as const;

export type ReasonCode = (typeof REASON_CODES)[number];
