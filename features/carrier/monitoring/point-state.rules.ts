/** The state of a carrier, in the order in which somebody should look at it. */
export const MONITOR_STATUSES = ["abnormal", "offline", "unknown", "normal", "stopped"] as const;

export type MonitorStatus = (typeof MONITOR_STATUSES)[number];

/** `stale`: the last value is older than the sensor's silence allows; `unknown`: there never was one. */
export type ValueState = "normal" | "above" | "below" | "stale" | "unknown";
