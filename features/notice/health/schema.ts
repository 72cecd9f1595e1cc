import { z } from "zod";
import type { Measure, NoticeChannel, NoticeStatus, OutboxStatus, TemperatureUnit } from "@/db/enums";
import type { MonitorKind } from "@/db/monitor-enums";
import type { SecondmentNewsKind } from "@/db/secondment-enums";
import type { HandoverAnswer } from "@/db/transport-enums";
import type { VerificationNewsKind, VerificationVerdict } from "@/db/verification-enums";
import type { WorkOrderNewsKind } from "@/db/work-order-enums";
import { ById } from "@/lib/resource/by-id";
import { recordId } from "@/lib/validation/fields";

/** Restricts the channels to one customer; default is everything in scope. */
export const ChannelQuery = z.strictObject({ customerId: recordId().optional() });

/** Channels that can be tested. */
export const TESTED_CHANNELS = ["email", "sms", "voice", "push", "popup"] as const satisfies readonly NoticeChannel[];
export type TestedChannel = (typeof TESTED_CHANNELS)[number];

/** A test goes to the contact, or without one to the user's own account. A pop-up always goes to the latter. */
export const ChannelTestInput = z.strictObject({
  channel: z.enum(TESTED_CHANNELS),
  contactId: recordId().optional(),
});

export const ChannelTestQuery = ById;

export const DirectPayload = z.object({ outboxId: z.number().int() });

/**
 * The job that delivers one message that reports no exception: a test, an outage report, a key in place of a forgotten
 * password, a receiver's answer, or news of a work order, a monitor task, a verification or a secondment. Twelve attempts with exp(n) seconds between them span about sixteen
 * hours; a test is attempted once.
 */
export const DELIVER_DIRECT = {
  name: "notice.deliverDirect",
  maximumAttempts: 12,
  lanes: ["email", "sms", "voice", "push"],
} as const;

/** The limits of one measure in canonical units; null: none on this side. */
export type AlarmLimits = { measure: Measure; minimum: number | null; maximum: number | null };

/** What a test alarm names: the carrier, its limits, and the row of the notification plan of its trigger. */
export type TestAlarm = {
  carrierId: number;
  carrier: string;
  customer: string;
  limits: readonly AlarmLimits[];
  /** The unit of the customer, in which the limits are written; °C without one. */
  temperatureUnit?: TemperatureUnit;
  plan: string;
  afterMinutes: number;
  /** Null for a row that only notifies the console. */
  group: string | null;
  level: number;
  isOnDuty: boolean;
};

/**
 * The content of such a message in its outbox row. `by` is the name of the user who requested the test; `alarm` makes it
 * a test of a carrier's alarm.
 */
export type DirectContent =
  | { type: "test"; by: string; contactId?: number | null; alarm?: TestAlarm }
  | { type: "channel"; failing: NoticeChannel; since: number; reason: string }
  | { type: "captcha"; resetId: string; minutes: number }
  | HandoverNews
  | WorkOrderNews
  | MonitorTaskNews
  | VerificationNews
  | SecondmentNews;

/** A receiver refused a transport, or accepted it with a remark; `at` in epoch ms. */
export type HandoverNews = {
  type: "handover";
  transportId: number;
  number: string;
  answer: Exclude<HandoverAnswer, "accepted">;
  receiver: string;
  remark: string;
  at: number;
  from: string;
  to: string;
  carrier: string;
};

/** News of a work order; `text` is the reason or result, `dueAt` in epoch ms. The place decides who sees the pop-up. */
export type WorkOrderNews = {
  type: "workOrder";
  news: WorkOrderNewsKind;
  orderId: number;
  number: string;
  title: string;
  place: string;
  /** Who did it; empty: the product. */
  by: string;
  text: string;
  dueAt: number | null;
  carrierId: number | null;
  sceneId: number | null;
};

/**
 * What a monitor task found for the first time: how many devices, how many of them behind a silent gateway, and the first
 * of them by name. `at` in epoch ms. The node decides who sees the pop-up.
 */
export type MonitorTaskNews = {
  type: "monitorTask";
  taskId: number;
  name: string;
  kind: MonitorKind;
  count: number;
  behind: number;
  subjects: string[];
  at: number;
  sceneId: number | null;
};

/** News of a verification; `names` are the points concerned, `dueAt` in epoch ms. The place decides who sees the pop-up. */
export type VerificationNews = {
  type: "verification";
  news: VerificationNewsKind;
  taskId: number;
  number: string;
  title: string;
  place: string;
  verdict: VerificationVerdict | null;
  names: string;
  dueAt: number | null;
  carrierId: number;
  sceneId: number;
};

/** News of a secondment, for one side; `other` is the other side, instants in epoch ms, `text` the remark or reason. */
export type SecondmentNews = {
  type: "secondment";
  news: SecondmentNewsKind;
  secondmentId: number;
  serialNumber: string;
  isTransfer: boolean;
  other: string;
  startsAt: number | null;
  endsAt: number | null;
  text: string;
};

/** Whether a channel delivers: it works, is not configured, or fails at present. */
export type ChannelState = "working" | "unconfigured" | "failing";

/** The state of a channel for the plans of a customer, who may also have switched it off. */
export type PlanChannelState = ChannelState | "switchedOff";

/** `customerId`: the customer whose setting switches it off, for users who may open it; else null. */
export type ChannelStateDto = { channel: NoticeChannel; state: PlanChannelState; customerId: number | null };

/** Messages in a period: how many were delivered and failed, and the time from due to delivered in ms. */
export type ChannelFigures = {
  sent: number;
  failed: number;
  medianMs: number | null;
  p95Ms: number | null;
};

/** A period in which a channel failed, epoch ms. The reason is only for users who see the whole installation. */
export type OutageDto = { id: number; startedAt: number; endedAt: number | null; reason: string | null };

/** The health of one channel; times in epoch ms. */
export type ChannelDto = {
  channel: NoticeChannel;
  state: ChannelState;
  /** The environment variables that configure it, for users who see the whole installation; else empty. */
  variables: readonly string[];
  /** When the present outage began (epoch ms). */
  failingSince: number | null;
  lastSuccessAt: number | null;
  lastFailure: { at: number; reason: string } | null;
  /** Due and not sent yet. */
  waiting: { count: number; oldestDueAt: number | null };
  day: ChannelFigures;
  week: ChannelFigures;
  /** Plans in use that name it, of alarm triggers and connection watches, and the contacts that they notify by it. */
  usage: { plans: number; contacts: number };
  outages: OutageDto[];
};

/** Why a channel that plans use does not work at present. `customerId`: the only customer concerned, else null. */
export type ChannelTrouble = {
  channel: NoticeChannel;
  state: Exclude<PlanChannelState, "working">;
  failingSince: number | null;
  customerId: number | null;
  plans: number;
  contacts: number;
};

/** The state of a test; `reason` is empty unless it failed. */
export type ChannelTestDto = {
  id: number;
  channel: NoticeChannel;
  recipient: string;
  status: OutboxStatus;
  result: NoticeStatus | null;
  reason: string;
};

/** The payload of the live event `channel`: channel states changed, or a pop-up for one account (test, outage). */
export type ChannelEvent =
  | { change: "state" }
  | { change: "test"; userId: number }
  | { change: "outage"; userId: number; channel: NoticeChannel };
