/** Whether a carrier works all the time, for some of it, or only stands by. */
export const CARRIER_WORK_MODES = ["continuous", "intermittent", "standby"] as const;
export type CarrierWorkMode = (typeof CARRIER_WORK_MODES)[number];

/** What a carrier bears. */
export const BEARING_TYPES = ["vaccine", "medicine", "blood", "specimen", "reagent", "food", "other"] as const;
export type BearingType = (typeof BEARING_TYPES)[number];
