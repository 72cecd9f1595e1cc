/** The life of a work order; the last three end it. */
export const WORK_ORDER_STATES = ["submitted", "accepted", "processed", "confirmed", "rated", "cancelled"] as const;
export type WorkOrderState = (typeof WORK_ORDER_STATES)[number];
/** The kind of work. */
export const WORK_ORDER_TYPES = [
  ...([
    "repair",
    "maintenance",
    "calibration",
    "battery",
    "connection",
    "inspection",
    "verification",
    "other",
  ] as const),
] as const;
export type WorkOrderType = (typeof WORK_ORDER_TYPES)[number];
/** What a rule watches. */
export const RULE_CAUSES = ["exception", "calibration", "silent", "battery", "verification"] as const;
export type RuleCause = (typeof RULE_CAUSES)[number];
/** What a work order is about, besides its text: what a rule watches, or what a monitor task found. */
export const WORK_ORDER_CAUSES = [...RULE_CAUSES, "task"] as const;
export type WorkOrderCause = (typeof WORK_ORDER_CAUSES)[number];
/** The entries of a work order's timeline. */
export const WORK_ORDER_EVENTS = [
  ...(["submitted", "changed", "assigned", "accepted", "released", "processed", "returned", "confirmed"] as const),
  ...(["rated", "cancelled", "comment", "photo", "reminded", "overdue"] as const),
] as const;
export type WorkOrderEventKind = (typeof WORK_ORDER_EVENTS)[number];
/** What people are told of a work order. `finished`: the work is done and waits for confirmation. */
export const WORK_ORDER_NEWS = ["assigned", "reminder", "overdue", "finished", "returned", "cancelled"] as const;
export type WorkOrderNewsKind = (typeof WORK_ORDER_NEWS)[number];
