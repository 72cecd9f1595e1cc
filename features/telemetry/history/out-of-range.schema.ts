/** How far and how long a probe was outside of its range, in unit × minutes; null without a range. */
export type ProbeOutside = { probeId: number; above: number | null; below: number | null };

/** `isExamined` false: so many readings that none was looked at. */
export type OutsideDto = { probes: ProbeOutside[]; isExamined: boolean };
