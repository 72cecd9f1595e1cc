import { z } from "zod";
import { PASS_DAYS, type PassDays, type PassRateDto } from "@/features/carrier/monitoring/pass-rate.schema";

const Days = z.coerce.number().pipe(z.literal(PASS_DAYS));

/** The last days, including today. */
export const StatisticsQuery = z.strictObject({ days: Days.default(7) });

/** The days requested by the URL or a card. */
export const StatisticsDays = Days;

/** Exceptions that began on a day, and how many of them are critical. */
export type ExceptionDay = { day: string; total: number; critical: number };

/** The recent statistics; parts that the account may not view are null. */
export type HomeStatisticsDto = {
  days: PassDays;
  /** The days in order, `yyyy-mm-dd` in the customer's zone. */
  dayKeys: string[];
  pass: PassRateDto;
  /** `before`: the number in the preceding period of the same length. */
  exceptions: { byDay: ExceptionDay[]; total: number; before: number } | null;
  /** Devices online; `known` counts those in use that have reported at least once. */
  devices: { online: number; known: number } | null;
};
