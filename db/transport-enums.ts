/** The life of a transport; the last three end it. */
export const TRANSPORT_STATES = [
  "planned",
  "loading",
  "underway",
  "arrived",
  "delivered",
  "refused",
  "cancelled",
] as const;
export type TransportState = (typeof TRANSPORT_STATES)[number];
/** How the product learnt of a transport: typed, from a file, by a warehouse system, or from a vehicle that left. */
export const TRANSPORT_WAYS = ["hand", "import", "call", "geofence"] as const;
export type TransportWay = (typeof TRANSPORT_WAYS)[number];
/** What a receiver answers. */
export const HANDOVER_ANSWERS = ["accepted", "acceptedWithRemark", "refused"] as const;
export type HandoverAnswer = (typeof HANDOVER_ANSWERS)[number];
/** Whether a carrier was in range for the required time before it was loaded. */
export const PRECOOLING_STATES = ["proven", "outside", "unobserved", "noProbe"] as const;
export type PrecoolingState = (typeof PRECOOLING_STATES)[number];
