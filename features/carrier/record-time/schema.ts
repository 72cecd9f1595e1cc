import { z } from "zod";
import type { Measure } from "@/db/enums";
import { ById } from "@/lib/resource/by-id";
import { calendarDay } from "@/lib/validation/instant";
import { daysIn, MAXIMUM_DAYS, MAXIMUM_TIMES, minuteOf } from "./rules";

/** `HH:MM`, converted to minutes from midnight. */
export const TimeOfDay = z.string().transform((text, context) => {
  const minute = minuteOf(text);
  if (minute !== null) return minute;
  context.addIssue({ code: "custom", params: { rule: "timeOfDay" }, message: "HH:MM, hours to 23, minutes to 59" });
  return z.NEVER;
});

/** The record times of a carrier in the customer's zone; unique, may be empty. */
export const RecordTimesInput = z.strictObject({
  ...ById.shape,
  times: z
    .array(TimeOfDay)
    .max(MAXIMUM_TIMES)
    .superRefine((minutes, context) => {
      minutes.forEach((minute, index) => {
        if (minutes.indexOf(minute) < index)
          context.addIssue({
            code: "custom",
            path: [index],
            params: { rule: "repeated" },
            message: "stands there already",
          });
      });
    }),
});

/** Days in the customer's zone, both inclusive. */
export const RecordQuery = z
  .strictObject({ ...ById.shape, from: calendarDay(), to: calendarDay() })
  .superRefine(({ from, to }, context) => {
    const days = daysIn(from, to);
    const refuse = (rule: string, message: string, limit?: number) =>
      context.addIssue({ code: "custom", path: ["to"], params: { rule, ...(limit && { limit }) }, message });
    if (days < 1) refuse("endBeforeStart", "lies before from");
    if (days > MAXIMUM_DAYS) refuse("tooManyDays", `at most ${MAXIMUM_DAYS} days`, MAXIMUM_DAYS);
  });
export type RecordQuery = z.output<typeof RecordQuery>;

/** In the order of the day; `timeZone` is that of the customer. */
export type RecordTimesDto = { id: number; times: string[]; timeZone: string };

export type RecordProbeDto = {
  probeId: number;
  measure: Measure;
  deviceName: string;
  serialNumber: string;
  /** The carrier's current range. */
  minimum: number | null;
  maximum: number | null;
};

/** A recorded value; null if none was recent enough. `at` is when it was measured, epoch ms. */
export type RecordValueDto = { probeId: number; value: number | null; at: number | null };

/** The values at one time of one day; probes not mounted there at that time are omitted. */
export type RecordRowDto = {
  day: string;
  time: string;
  at: number;
  /** The clock change of that day skips this time; the values are from `at`. */
  isShifted: boolean;
  values: RecordValueDto[];
};

export type RecordDto = {
  timeZone: string;
  times: string[];
  probes: RecordProbeDto[];
  rows: RecordRowDto[];
};
