/**
 * Where a device is for the customer of this row. `own`: registered and here; `lent`: registered here, held by another
 * customer; `borrowed`: another customer's, held here; `absent`: another customer's, held here before or from later on;
 * `given`: passed to another customer for good.
 */
export const DEVICE_CUSTODIES = ["own", "lent", "borrowed", "absent", "given"] as const;
export type DeviceCustody = (typeof DEVICE_CUSTODIES)[number];
/**
 * The life of a secondment. `requested`: a transfer that the receiver has not answered; the last five are over, or as
 * final as a transfer.
 */
export const SECONDMENT_STATES = [
  ...(["requested", "planned", "current", "transferred", "revoked", "returned", "ended", "declined"] as const),
] as const;
export type SecondmentState = (typeof SECONDMENT_STATES)[number];
/** What the other side is told of a secondment. */
export const SECONDMENT_NEWS = [
  ...(["requested", "planned", "begun", "ended", "revoked", "returned", "confirmed", "declined"] as const),
] as const;
export type SecondmentNewsKind = (typeof SECONDMENT_NEWS)[number];
