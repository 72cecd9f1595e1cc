/** `failed`: the last one was, and has to be repeated; `planned`: the next one exists already; `soon`: within the days of the reminder. */
export const DUE_STATES = ["failed", "overdue", "soon", "never", "planned", "valid"] as const;
export type DueState = (typeof DUE_STATES)[number];
