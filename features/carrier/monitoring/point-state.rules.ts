/** The states of a carrier, in the order in which they need attention. */
export const MONITOR_STATUSES = ["abnormal", "offline", "unknown", "normal", "stopped"] as const;

export type MonitorStatus = (typeof MONITOR_STATUSES)[number];

/** `stale`: the latest value is older than the permitted silence; `unknown`: there is no value. */
export type ValueState = "normal" | "above" | "below" | "stale" | "unknown";
