import type { PassRateDto } from "@/features/carrier/monitoring/pass-rate.schema";
import type { HomeStatisticsDto } from "./statistics.schema";

/** A day of the statistics; `rate` is null where nothing was observed. */
export type DayFigures = { day: string; total: number; critical: number; rate: number | null };

/** Every day in its order, those without anything among them. */
export function figuresByDay({ dayKeys, pass, exceptions }: HomeStatisticsDto): DayFigures[] {
  const rates = new Map(pass.days.map((one) => [one.day, one]));
  const counts = new Map(exceptions?.byDay.map((one) => [one.day, one]));
  return dayKeys.map((day) => {
    const own = rates.get(day);
    const { total = 0, critical = 0 } = counts.get(day) ?? {};
    return { day, total, critical, rate: own && own.observedHours > 0 ? own.withinHours / own.observedHours : null };
  });
}

/** Whether only some of the probes were looked at. */
export const isSampled = ({ probes, sampled }: Pick<PassRateDto, "probes" | "sampled">): boolean => sampled < probes;

/**
 * A share as a percentage that never claims more than it is: rounded down, so that 99.97 % is not 100 %.
 * With one decimal from 90 % on, where it matters.
 */
export function percentOf(share: number): { value: number; decimals: 0 | 1 } {
  const percent = share * 100;
  const decimals = percent >= 90 && percent < 100 ? 1 : 0;
  const factor = 10 ** decimals;
  // What floating point lost must not cost a step: 0.29 × 100 is 28.999….
  return { value: Math.floor(percent * factor + 1e-9) / factor, decimals };
}
