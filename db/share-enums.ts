/** What a code opens without a login: a page about a period, the present state, or a board for a wall. */
export const SHARE_KINDS = ["page", "live", "kiosk"] as const;
export type ShareKind = (typeof SHARE_KINDS)[number];
/** What its maker lets strangers see: of the present, and of the period. */
export const SHARE_FIELDS = [
  ...(["owner", "place", "device", "value", "range", "position"] as const),
  ...(["chart", "table", "figures", "excursions", "calibration", "proof"] as const),
] as const;
export type ShareField = (typeof SHARE_FIELDS)[number];
/** Whether somebody who tried to open a code got in, or gave a wrong PIN. */
export const SHARE_OUTCOMES = ["opened", "wrongPin"] as const;
export type ShareOutcome = (typeof SHARE_OUTCOMES)[number];
