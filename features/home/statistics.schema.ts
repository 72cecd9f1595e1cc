import { z } from "zod";
import { PASS_DAYS, type PassDays, type PassRateDto } from "@/features/carrier/monitoring/pass-rate.schema";

const Days = z.coerce.number().pipe(z.literal(PASS_DAYS));

/** The last days, today among them. */
export const StatisticsQuery = z.strictObject({ days: Days.default(7) });

/** The days that an address or a card asks for. */
export const StatisticsDays = Days;

/** Exceptions that began on a day, and those of them that are critical. */
export type ExceptionDay = { day: string; total: number; critical: number };

/** The recent statistics; parts that the account may not see are null. */
export type HomeStatisticsDto = {
  days: PassDays;
  /** The days in their order, `yyyy-mm-dd` at the account's customer. */
  dayKeys: string[];
  pass: PassRateDto;
  /** `before`: how many there were in as many days before. */
  exceptions: { byDay: ExceptionDay[]; total: number; before: number } | null;
  /** Devices that are heard of as they should be; `known` are those that have been heard at all and are in use. */
  devices: { online: number; known: number } | null;
};
