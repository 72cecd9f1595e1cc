import type { Measure, NoticeChannel } from "@/db/enums";
import { deadBandOf } from "../condition/condition.rules";

/** The channels by which a standard trigger notifies its contact group. */
export const STANDARD_CHANNELS: readonly NoticeChannel[] = ["popup", "email"];

export type StandardCondition = {
  kind: "range" | "no-data";
  measure: Measure;
  delaySeconds: number;
  delayMode: "normal-delay" | "ignore-delay";
  deadBand: number;
};

/**
 * The conditions of a standard trigger. Per measure: the carrier's own range, dropped if the value returns within the
 * delay (a door opening is no alarm), and no-data.
 */
export function standardConditions(measures: readonly Measure[], delaySeconds: number): StandardCondition[] {
  return [...new Set(measures)].flatMap((measure): StandardCondition[] => [
    { kind: "range", measure, delaySeconds, delayMode: "ignore-delay", deadBand: deadBandOf(measure) },
    { kind: "no-data", measure, delaySeconds: 0, delayMode: "normal-delay", deadBand: 0 },
  ]);
}
