import type { z } from "zod";
import type { DeviceKind } from "@/db/enums";
import type { MonitorKind, MonitorUnit } from "@/db/monitor-enums";
import { prefixOf } from "@/features/device/device.rules";
import type { CheckSchedule } from "./schedule.rules";

export const NAME_LENGTH = 50;
/** Tasks of a customer. */
export const MAXIMUM_TASKS = 100;
/** Places of a task. */
export const MAXIMUM_TARGETS = 100;
/** The largest interval of each unit; the smallest is 1 (specification, section 5, "Time units"). */
export const LARGEST_INTERVAL: Record<MonitorUnit, number> = { minute: 1440, hour: 168, day: 31 };

export const TARGET_KINDS = ["scene", "carrier"] as const;
export type TargetKind = (typeof TARGET_KINDS)[number];
/** Whether a device has been heard since it was found: still off, or back. */
export const FINDING_STATES = ["off", "back"] as const;

/** A key unique across both kinds of targets. */
export const keyOf = ({ kind, id }: { kind: TargetKind; id: number }): string => `${kind}:${id}`;

/** The devices that a kind of task looks at: their kind, and of sensors how their type codes begin. */
export function devicesOf(kind: MonitorKind): { kind: DeviceKind; typePrefix: string | null } {
  if (kind === "gateway" || kind === "display" || kind === "relay") return { kind, typePrefix: null };
  return { kind: "sensor", typePrefix: prefixOf(kind) };
}

/** For `superRefine`: the strategy has its days, an interval is whole and within bounds, and an end needs one. */
export function checkSchedule(schedule: CheckSchedule, context: z.RefinementCtx): void {
  const { strategy, startOn, weekdays, dayOfMonth, intervalCount, intervalUnit, untilTime } = schedule;
  const add = (path: string, rule: string, message: string, limit?: number) =>
    context.addIssue({ code: "custom", path: [path], params: { rule, ...(limit && { limit }) }, message });
  if (strategy === "single" && startOn === null) add("startOn", "required", "a day");
  if (strategy === "weekly" && weekdays.length === 0) add("weekdays", "required", "at least one day");
  if (strategy === "monthly" && dayOfMonth === null) add("dayOfMonth", "required", "a day");
  if (strategy === "single" && intervalCount !== null) add("intervalCount", "notOfStrategy", "a single task runs once");
  if (intervalUnit !== null && intervalCount === null) add("intervalCount", "required", "a number");
  if (intervalUnit === null && intervalCount !== null) add("intervalUnit", "required", "a unit");
  const largest = intervalUnit && LARGEST_INTERVAL[intervalUnit];
  if (largest && intervalCount !== null && intervalCount > largest)
    add("intervalCount", "too_big", `at most ${largest}`, largest);
  if (untilTime !== null && (intervalUnit === null || intervalUnit === "day"))
    add("untilTime", "untilNeedsInterval", "only with an interval of minutes or hours");
}
