/** Distance beyond the limits × time in unit × minutes; null without a range. */
export type ProbeOutside = { probeId: number; above: number | null; below: number | null };

/** `isExamined` false: too many readings, none was examined. */
export type OutsideDto = { probes: ProbeOutside[]; isExamined: boolean };
