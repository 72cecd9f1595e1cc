/** Codes of the seeded exception reasons; the messages translate them. */
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
