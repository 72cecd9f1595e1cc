import { z } from "zod";
import { type NoticeChannel, type NoticeRemark, type OutboxStatus, SEVERITIES, type Severity } from "@/db/enums";
import type { Bar } from "@/features/notice/delivery/plan.rules";
import type { AlarmLimits } from "@/features/notice/health/schema";
import { ById } from "@/lib/resource/by-id";
import { recordIds } from "@/lib/validation/fields";
import { MAXIMUM_STATES, type TestAlarmState } from "./follow.rules";

/** The severity of the alarm whose recipients are determined; quiet hours never defer a critical one. */
const severity = z.enum(SEVERITIES).default("critical");

export const TestAlarmQuery = ById.extend({ severity });

/** `levels`: the plan's first step, or all of them at once. */
export const TestAlarmInput = z.strictObject({
  ...TestAlarmQuery.shape,
  levels: z.enum(["first", "all"]).default("first"),
});

export const TestAlarmStateQuery = ById.extend({ ids: recordIds(MAXIMUM_STATES) });

/** Why somebody gets no message of a step. */
export type LeftOutReason =
  | "quietHours"
  | "noAddress"
  | "noDevice"
  | "unconfigured"
  | "notAllowed"
  | "notOnDuty"
  | "sameAddress"
  | Bar;

/** Why a carrier raises no alarm, or notifies nobody. */
export type ObstacleReason =
  | "noTrigger"
  | "disabled"
  | "noLimit"
  | "noSensor"
  | "noPlan"
  | "notRunning"
  | "switchedOff"
  | "paused"
  | "silenced"
  | "defrost"
  | "calendar";

/** A message that the plan sends; `contactId` is null for the pop-up in the console. */
export type TestRecipient = {
  contactId: number | null;
  name: string;
  channel: NoticeChannel;
  /** Empty for a pop-up and for push, and without permission to view contacts. */
  address: string;
  /** Minutes from the start of the alarm to this message. */
  afterMinutes: number;
  /** How the recipient on duty was determined; null unless the step notifies who is on duty. */
  remark: NoticeRemark | null;
  /** The channel fails at present: the message is attempted all the same, as an alarm is. */
  isFailing: boolean;
  /** Quiet hours that defer less severe alarms now: up to which severity, and until when (epoch ms). */
  quiet: { upTo: Severity; until: number } | null;
};

/** Who gets no message of a step, and why. Without a contact it concerns the channel, without a channel the step. */
export type LeftOut = {
  contactId: number | null;
  name: string;
  channel: NoticeChannel | null;
  reason: LeftOutReason;
  /** The end of the quiet hours, epoch ms. */
  until: number | null;
};

/** A row of the notification plan, with its outcome if an alarm began now. */
export type TestAlarmStep = {
  rowId: number;
  afterMinutes: number;
  groupName: string | null;
  level: number;
  isOnDuty: boolean;
  recipients: TestRecipient[];
  leftOut: LeftOut[];
};

/** Why no alarm of the carrier would be raised or notified now; `until` in epoch ms if it ends by itself. */
export type Obstacle = { reason: ObstacleReason; until: number | null };

/** Who would be notified if an alarm of this carrier began now. */
export type TestAlarmPlanDto = {
  carrierName: string;
  trigger: { id: number; name: string; severity: Severity } | null;
  limits: AlarmLimits[];
  severity: Severity;
  timeZone: string;
  obstacles: Obstacle[];
  steps: TestAlarmStep[];
};

/** A message of the test; its state is found by `id`. */
export type SentTest = { id: number; rowId: number } & Pick<
  TestRecipient,
  "contactId" | "name" | "channel" | "address" | "remark"
>;

export type TestAlarmDto = TestAlarmPlanDto & { sent: SentTest[] };

/** A stored message of a test with its last attempt. */
export type StoredTest = Omit<TestAlarmState, "state"> & { status: OutboxStatus; isSent: boolean };
