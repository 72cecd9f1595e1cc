import { z } from "zod";
import type { Measure } from "@/db/enums";
import { ById } from "@/lib/resource/by-id";
import { calendarDay } from "@/lib/validation/instant";
import { daysIn, MAXIMUM_DAYS, MAXIMUM_TIMES, minuteOf } from "./rules";

/** `HH:MM`; comes out in minutes from midnight. */
export const TimeOfDay = z.string().transform((text, context) => {
  const minute = minuteOf(text);
  if (minute !== null) return minute;
  context.addIssue({ code: "custom", params: { rule: "timeOfDay" }, message: "HH:MM, hours to 23, minutes to 59" });
  return z.NEVER;
});

/** The times of the customer's day at which the values of a carrier go on record; each once, none at all as well. */
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

/** Days of the customer, both included. */
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
  /** The carrier's range as it stands now. */
  minimum: number | null;
  maximum: number | null;
};

/** A probe's value on record; null where none was young enough. `at` is when it was measured, epoch ms. */
export type RecordValueDto = { probeId: number; value: number | null; at: number | null };

/** The values at one time of one day; a probe that did not hang there then is left out. */
export type RecordRowDto = {
  day: string;
  time: string;
  at: number;
  /** The clock change of that day skips this time: the values are of `at`. */
  isShifted: boolean;
  values: RecordValueDto[];
};

export type RecordDto = {
  timeZone: string;
  times: string[];
  probes: RecordProbeDto[];
  rows: RecordRowDto[];
};
