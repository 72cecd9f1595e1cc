/** Chart spans offered, in hours. */
export const CHART_HOURS = [1, 6, 24] as const;
export type ChartHours = (typeof CHART_HOURS)[number];

/** The chart span requested by the URL; 6 hours unless it is one of those offered. */
export const hoursOf = (asked: unknown): ChartHours => CHART_HOURS.find((hours) => String(hours) === asked) ?? 6;
