/** Gateways respond when they have queued a message: seconds, not the duration of a call. */
export const GATEWAY_TIMEOUT_MS = 10_000;
