/** What a monitor task looks for: devices that are off, sensors by the family of their radio (specification, section 4). */
export const MONITOR_KINDS = ["zigbee", "zigbee2", "4g", "lora", "zeta", "gateway", "display", "relay"] as const;
export type MonitorKind = (typeof MONITOR_KINDS)[number];
/** On which days a task checks. */
export const MONITOR_STRATEGIES = ["single", "daily", "weekly", "monthly"] as const;
export type MonitorStrategy = (typeof MONITOR_STRATEGIES)[number];
/** The unit of the interval at which it checks again. */
export const MONITOR_UNITS = ["minute", "hour", "day"] as const;
export type MonitorUnit = (typeof MONITOR_UNITS)[number];
export const MONITOR_TRIGGERS = ["schedule", "manual"] as const;
export type MonitorTrigger = (typeof MONITOR_TRIGGERS)[number];
/** What a run came to. */
export const MONITOR_RUN_STATES = ["done", "failed"] as const;
export type MonitorRunState = (typeof MONITOR_RUN_STATES)[number];
