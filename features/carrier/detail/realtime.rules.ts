/** Hours of the chart that can be chosen. */
export const CHART_HOURS = [1, 6, 24] as const;
export type ChartHours = (typeof CHART_HOURS)[number];

/** The hours that an address asks for; six where it names none of those offered. */
export const hoursOf = (asked: unknown): ChartHours => CHART_HOURS.find((hours) => String(hours) === asked) ?? 6;
