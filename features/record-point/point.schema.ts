import { z } from "zod";
import { type CarrierType, RECORD_PRESETS, type RecordPreset } from "@/db/enums";
import { INTERVAL_MINUTES, planIssues, TOLERANCE_MINUTES } from "@/features/carrier/record-time/plan.rules";
import { RecordTimesInput } from "@/features/carrier/record-time/schema";
import { VersionedId } from "@/lib/resource/by-id";

/** When the values of a carrier go on record: at times of the day, or at an interval. */
export const RecordPointInput = z
  .strictObject({
    id: RecordTimesInput.shape.id,
    preset: z.enum(RECORD_PRESETS),
    times: RecordTimesInput.shape.times.default([]),
    intervalMinutes: z.number().int().min(INTERVAL_MINUTES.least).max(INTERVAL_MINUTES.most).nullable().default(null),
    toleranceMinutes: z
      .number()
      .int()
      .min(TOLERANCE_MINUTES.least)
      .max(TOLERANCE_MINUTES.most)
      .default(TOLERANCE_MINUTES.usual),
  })
  .superRefine(({ times, id: _, ...plan }, context) => {
    for (const { path, ...params } of planIssues({ ...plan, minutes: times.toSorted((a, b) => a - b) }))
      context.addIssue({ code: "custom", path: [path], params, message: `breaks the rule ${params.rule}` });
  });
export type RecordPointInput = z.output<typeof RecordPointInput>;

export const RecordPointUpdate = RecordPointInput.safeExtend(VersionedId.shape);

/** A carrier and when its values go on record; `isPoint` false: never. */
export type RecordPointDto = {
  id: number;
  name: string;
  type: CarrierType;
  timeZone: string;
  isPoint: boolean;
  preset: RecordPreset;
  times: string[];
  intervalMinutes: number | null;
  toleranceMinutes: number;
  /** ISO-8601 in UTC; null if nothing is planned. */
  nextAt: string | null;
  /** 0 while it is no record point. */
  version: number;
};
