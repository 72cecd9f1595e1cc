import { z } from "zod";
import { CONDITION_KINDS, NOTICE_CHANNELS, type NoticeChannel, SEVERITIES, type Severity } from "@/db/enums";
import { CONTACT_LEVELS } from "@/features/notice/contact/contact.rules";
import { VersionedId } from "@/lib/resource/by-id";
import { listQuery } from "@/lib/resource/list-query";
import { recordId, recordIds, requiredText } from "@/lib/validation/fields";
import type { Calendar } from "../condition/calendar.rules";
import { type ConditionDto, ConditionsInput, reportIssues, whole } from "../condition/condition.schema";
import {
  inheritedStepIssues,
  MAXIMUM_AFTER_MINUTES,
  MAXIMUM_INTERVAL_MINUTES,
  MAXIMUM_PLAN_ROWS,
  MAXIMUM_REPEATS,
  MAXIMUM_WINDOWS,
  planIssues,
  WEEKDAYS,
  windowIssues,
} from "./trigger.rules";

/** A row of the plan. Without a group only logged-in users are notified, by a pop-up. */
const PlanRowInput = z.strictObject({
  id: recordId().optional(),
  afterMinutes: whole(0, MAXIMUM_AFTER_MINUTES),
  contactGroupId: recordId().nullable().default(null),
  level: whole(1, CONTACT_LEVELS.length).default(1),
  /** Notifies who is on duty at the time of sending, instead of a level. */
  isOnDuty: z.boolean().default(false),
  /** Each contact's own delay and repeats apply. */
  usesContactTiming: z.boolean().default(false),
  channels: z
    .array(z.enum(NOTICE_CHANNELS))
    .min(1)
    .transform((chosen) => NOTICE_CHANNELS.filter((channel) => chosen.includes(channel))),
  repeatTimes: whole(0, MAXIMUM_REPEATS).default(0),
  repeatIntervalMinutes: whole(1, MAXIMUM_INTERVAL_MINUTES).default(10),
});
export type PlanRowInput = z.output<typeof PlanRowInput>;

/** A wall-clock time, HH:MM; a window may also end at 24:00. */
const timeOfDay = (pattern: RegExp) =>
  z
    .string()
    .min(1)
    .superRefine(
      reportIssues((text) =>
        text === "" || pattern.test(text) ? [] : [{ path: [], rule: "timeOfDay", message: "a time of day, as 08:30" }],
      ),
    );
const CalendarInput = z.strictObject({
  days: z
    .array(z.literal([...WEEKDAYS]))
    .min(1)
    .transform((chosen) => WEEKDAYS.filter((day) => chosen.includes(day)) as number[]),
  /** A window that does not end after its start runs into the next day. */
  windows: z
    .array(
      z.strictObject({
        from: timeOfDay(/^([01]\d|2[0-3]):[0-5]\d$/),
        to: timeOfDay(/^(([01]\d|2[0-3]):[0-5]\d|24:00)$/),
      }),
    )
    .min(1)
    .max(MAXIMUM_WINDOWS)
    .superRefine(reportIssues(windowIssues)),
});

/** A notification plan. An empty one notifies nobody. */
export const PlanInput = z
  .array(PlanRowInput)
  .max(MAXIMUM_PLAN_ROWS)
  .superRefine(reportIssues((rows: readonly PlanRowInput[]) => planIssues(rows)));

/** The fields of a trigger; `AlarmTriggerInput` adds the rules across fields. */
export const TriggerFields = {
  /** For accounts with several customers; defaults to the own customer. A trigger's customer cannot be changed. */
  customerId: recordId().optional(),
  name: requiredText(30),
  severity: z.enum(SEVERITIES).default("major"),
  /** Null: always. */
  calendar: CalendarInput.nullable().default(null),
  conditions: ConditionsInput,
  /** Empty: exceptions are only recorded, without notices. */
  plan: PlanInput.default([]),
};

/** An alarm trigger with its conditions and its notification plan. */
export const AlarmTriggerInput = z.strictObject(TriggerFields).superRefine(reportIssues(inheritedStepIssues));
export type AlarmTriggerInput = z.output<typeof AlarmTriggerInput>;

export const TriggerUpdateInput = z
  .strictObject({ ...TriggerFields, ...VersionedId.shape })
  .superRefine(reportIssues(inheritedStepIssues));

const Flag = z.union([z.boolean(), z.stringbool({ truthy: ["true", "1"], falsy: ["false", "0"] })]);

export const AlarmTriggerListQuery = listQuery({
  sort: ["name", "severity", "createdAt"],
  filters: {
    severity: z.enum(SEVERITIES).optional(),
    isEnabled: Flag.optional(),
    /** Only triggers with a condition of this kind. */
    kind: z.enum(CONDITION_KINDS).optional(),
    /** Only triggers with, or without, bound carriers. */
    isBound: Flag.optional(),
    /** Only triggers that notify this group. */
    contactGroupId: recordId().optional(),
    customerId: recordId().optional(),
  },
});
export type AlarmTriggerListQuery = z.output<typeof AlarmTriggerListQuery>;

/** Maximum size of a batch: one page of the list. */
export const MAXIMUM_BATCH = 100;
const ids = recordIds(MAXIMUM_BATCH).refine((chosen) => chosen.length > 0, { params: { rule: "required" } });

export const TriggerSwitchInput = z.strictObject({ ids, isEnabled: z.boolean() });
export const TriggerRemoveInput = z.strictObject({ ids });

export const GroupReachQuery = z.strictObject({ customerId: recordId().optional() });

export type PlanRowDto = {
  id: number;
  afterMinutes: number;
  contactGroupId: number | null;
  groupName: string | null;
  level: number;
  isOnDuty: boolean;
  usesContactTiming: boolean;
  channels: NoticeChannel[];
  repeatTimes: number;
  repeatIntervalMinutes: number;
};

export type AlarmTriggerDto = {
  id: number;
  customerId: number;
  name: string;
  severity: Severity;
  isEnabled: boolean;
  calendar: Calendar | null;
  conditions: ConditionDto[];
  plan: PlanRowDto[];
  createdAt: string;
  version: number;
};

/** A row of the trigger list. */
export type AlarmTriggerRowDto = AlarmTriggerDto & {
  customerName: string;
  timeZone: string;
  /** The number of bound carriers, visible or not. */
  carrierCount: number;
};

/** A geofence that a condition can refer to. */
export type TriggerGeofenceDto = { id: number; name: string; isEnabled: boolean };

/** The people whom a level of a group reaches: in total, and per channel. */
export type LevelReach = { level: number; people: number; reach: Record<Exclude<NoticeChannel, "popup">, number> };
/** `hasRota`: plans can notify who is on duty. */
export type GroupReachDto = { id: number; name: string; hasRota: boolean; levels: LevelReach[] };
