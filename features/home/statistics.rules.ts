import type { PassRateDto } from "@/features/carrier/monitoring/pass-rate.schema";
import type { HomeStatisticsDto } from "./statistics.schema";

/** Figures of a day; `rate` is null if nothing was observed. */
export type DayFigures = { day: string; total: number; critical: number; rate: number | null };

/** One entry per day in order, including days without data. */
export function figuresByDay({ dayKeys, pass, exceptions }: HomeStatisticsDto): DayFigures[] {
  const rates = new Map(pass.days.map((one) => [one.day, one]));
  const counts = new Map(exceptions?.byDay.map((one) => [one.day, one]));
  return dayKeys.map((day) => {
    const own = rates.get(day);
    const { total = 0, critical = 0 } = counts.get(day) ?? {};
    return { day, total, critical, rate: own && own.observedHours > 0 ? own.withinHours / own.observedHours : null };
  });
}

/** Whether only some of the probes were evaluated. */
export const isSampled = ({ probes, sampled }: Pick<PassRateDto, "probes" | "sampled">): boolean => sampled < probes;

/** A share as a percentage, rounded down so that 99.97 % is not shown as 100 %. From 90 % on with one decimal. */
export function percentOf(share: number): { value: number; decimals: 0 | 1 } {
  const percent = share * 100;
  const decimals = percent >= 90 && percent < 100 ? 1 : 0;
  const factor = 10 ** decimals;
  // Compensates floating point error: 0.29 × 100 is 28.999….
  return { value: Math.floor(percent * factor + 1e-9) / factor, decimals };
}
