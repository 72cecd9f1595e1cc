/** `planned`: the next one exists already; `soon`: within the days of the reminder. */
export const DUE_STATES = ["overdue", "soon", "never", "planned", "valid"] as const;
export type DueState = (typeof DUE_STATES)[number];
