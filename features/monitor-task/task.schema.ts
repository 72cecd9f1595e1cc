import { z } from "zod";
import type { DeviceKind } from "@/db/enums";
import {
  MONITOR_KINDS,
  MONITOR_STRATEGIES,
  MONITOR_UNITS,
  type MonitorKind,
  type MonitorRunState,
  type MonitorTrigger,
} from "@/db/monitor-enums";
import { checkAssignment } from "@/features/work-order/order.schema";
import { DUE_MINUTES } from "@/features/work-order/rule/rules";
import type { VisibleRef } from "@/lib/auth/visible-name";
import { listQuery } from "@/lib/resource/list-query";
import { checkSpan, lineText, recordId, requiredText } from "@/lib/validation/fields";
import { calendarDay, instant } from "@/lib/validation/instant";
import { checkSchedule, FINDING_STATES, keyOf, MAXIMUM_TARGETS, NAME_LENGTH, TARGET_KINDS } from "./task.rules";

const Target = z.strictObject({ kind: z.enum(TARGET_KINDS), id: recordId() });
export type Target = z.output<typeof Target>;

const time = () => z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/);

/** A monitor task: what it looks for, where, when, and what follows. Without targets it looks everywhere. */
export const TaskInput = z
  .strictObject({
    customerId: recordId().optional(),
    name: requiredText(NAME_LENGTH),
    kind: z.enum(MONITOR_KINDS),
    targets: z
      .array(Target)
      .max(MAXIMUM_TARGETS)
      .default([])
      .transform((targets) => [...new Map(targets.map((target) => [keyOf(target), target])).values()]),
    strategy: z.enum(MONITOR_STRATEGIES),
    startOn: calendarDay().nullable().default(null),
    weekdays: z
      .array(z.number().int().min(1).max(7))
      .max(7)
      .default([])
      .transform((days) => [...new Set(days)].sort()),
    dayOfMonth: z.number().int().min(1).max(31).nullable().default(null),
    time: time(),
    intervalCount: z.number().int().min(1).nullable().default(null),
    intervalUnit: z.enum(MONITOR_UNITS).nullable().default(null),
    untilTime: time().nullable().default(null),
    raisesException: z.boolean().default(false),
    noticeGroupId: recordId().nullable().default(null),
    submitsOrder: z.boolean().default(false),
    dueMinutes: z.number().int().min(DUE_MINUTES.minimum).max(DUE_MINUTES.maximum).nullable().default(null),
    assigneeId: recordId().nullable().default(null),
    groupId: recordId().nullable().default(null),
    isRunning: z.boolean().default(true),
  })
  .superRefine(checkSchedule)
  .superRefine(checkAssignment);
export type TaskInput = z.output<typeof TaskInput>;

export const TaskListQuery = listQuery({
  sort: ["name", "nextAt", "createdAt"],
  filters: {
    kind: z.enum(MONITOR_KINDS).optional(),
    strategy: z.enum(MONITOR_STRATEGIES).optional(),
    status: z.enum(["running", "stopped"]).optional(),
    customerId: recordId().optional(),
  },
});
export type TaskListQuery = z.output<typeof TaskListQuery>;

export const TargetQuery = z.strictObject({ q: lineText(100).optional(), customerId: recordId().optional() });
export const GroupQuery = z.strictObject({ customerId: recordId().optional() });
export type TargetQuery = z.output<typeof TargetQuery>;

/** `from` and `to` are those of the instant at which it ran. */
const ran = { customerId: recordId().optional(), from: instant().optional(), to: instant().optional() };

export const RunListQuery = listQuery({
  sort: ["ranAt"],
  dir: "desc",
  filters: { ...ran, taskId: recordId().optional(), outcome: z.enum(["found", "clear", "failed"]).optional() },
}).superRefine(checkSpan);
export type RunListQuery = z.output<typeof RunListQuery>;

export const FindingListQuery = listQuery({
  sort: ["ranAt", "lastSeenAt"],
  dir: "desc",
  filters: {
    ...ran,
    taskId: recordId().optional(),
    runId: recordId().optional(),
    deviceId: recordId().optional(),
    carrierId: recordId().optional(),
    kind: z.enum(MONITOR_KINDS).optional(),
    /** Whether the device has been heard since. */
    state: z.enum(FINDING_STATES).optional(),
    /** Each silence once. */
    fresh: z.enum(["true"]).optional(),
  },
}).superRefine(checkSpan);
export type FindingListQuery = z.output<typeof FindingListQuery>;

export type Named = { id: number; name: string };
export type TargetDto = Target & { name: string };
/** A place to choose; `place` is the node above it. */
export type TargetChoiceDto = TargetDto & { place: string | null };

/** Instants are ISO-8601 in UTC. */
export type LastRunDto = { ranAt: string; state: MonitorRunState; found: number };

export type TaskDto = Omit<TaskInput, "customerId" | "targets" | "noticeGroupId" | "assigneeId" | "groupId"> & {
  id: number;
  customerId: number;
  customerName: string;
  timeZone: string;
  isEverywhere: boolean;
  /** As far as the reader sees them. */
  targets: TargetDto[];
  hiddenTargets: number;
  noticeGroup: Named | null;
  assignee: Named | null;
  group: Named | null;
  nextAt: string | null;
  lastRun: LastRunDto | null;
  createdBy: string | null;
  createdAt: string;
  version: number;
};

/** `found` and `fresh` (found for the first time) count what the reader sees. */
export type RunDto = {
  id: number;
  customerId: number;
  taskId: number;
  taskName: string;
  dueAt: string;
  ranAt: string;
  trigger: MonitorTrigger;
  startedBy: string | null;
  state: MonitorRunState;
  checked: number;
  found: number;
  fresh: number;
  missed: number;
  missedSince: string | null;
};

export type FindingDto = {
  id: number;
  customerId: number;
  customerName: string;
  runId: number;
  task: Named;
  kind: MonitorKind;
  device: VisibleRef & { kind: DeviceKind };
  carrier: VisibleRef | null;
  ranAt: string;
  lastSeenAt: string;
  isNew: boolean;
  /** Not heard since. */
  isOff: boolean;
  gateway: VisibleRef | null;
  exceptionId: number | null;
  order: { id: number; number: string } | null;
};

/** `data` of the live event `monitorTask`: a run, or, with `userId`, a pop-up for one account. */
export type TaskEvent = { taskId: number; sceneId: number | null } & (
  | { change: "run" }
  | { userId: number; name: string; count: number }
);
