import { z } from "zod";
import type { NoticeChannel, NoticeStatus, OutboxStatus } from "@/db/enums";
import { ById } from "@/lib/resource/by-id";
import { recordId } from "@/lib/validation/fields";

/** Whose channels: one customer's, or those of everything that the account may see. */
export const ChannelQuery = z.strictObject({ customerId: recordId().optional() });

/** Channels with a test. */
export const TESTED_CHANNELS = ["email", "sms", "voice", "push", "popup"] as const satisfies readonly NoticeChannel[];
export type TestedChannel = (typeof TESTED_CHANNELS)[number];

/** A test goes to a contact, or without one to the account that asks for it; a pop-up always to the latter. */
export const ChannelTestInput = z.strictObject({
  channel: z.enum(TESTED_CHANNELS),
  contactId: recordId().optional(),
});

export const ChannelTestQuery = ById;

export const DirectPayload = z.object({ outboxId: z.number().int() });

/**
 * The job that delivers one message that reports no exception: a test, or that a channel fails. Twelve tries with
 * exp(n) seconds between them span about sixteen hours; a test is tried once.
 */
export const DELIVER_DIRECT = {
  name: "notice.deliverDirect",
  maximumAttempts: 12,
  lanes: ["email", "sms", "voice", "push"],
} as const;

/** What such a message says, in its outbox row. `by` is the name of who asked for the test. */
export type DirectContent =
  | { type: "test"; by: string; contactId?: number | null }
  | { type: "channel"; failing: NoticeChannel; since: number; reason: string };

/** Whether anything leaves by a channel: it does, nobody has configured it, or it fails at present. */
export type ChannelState = "working" | "unconfigured" | "failing";
export type ChannelStateDto = { channel: NoticeChannel; state: ChannelState };

/** Messages of a span of time: how many arrived and failed, and how long after they were due they arrived, in ms. */
export type ChannelFigures = {
  sent: number;
  failed: number;
  medianMs: number | null;
  p95Ms: number | null;
};

/** A time in which a channel failed, epoch ms. The reason is told to who sees the whole installation. */
export type OutageDto = { id: number; startedAt: number; endedAt: number | null; reason: string | null };

/** The health of one channel; times in epoch ms. */
export type ChannelDto = {
  channel: NoticeChannel;
  state: ChannelState;
  /** The environment variables that configure it, for who sees the whole installation; else empty. */
  variables: readonly string[];
  /** Since when it fails. */
  failingSince: number | null;
  lastSuccessAt: number | null;
  lastFailure: { at: number; reason: string } | null;
  /** Due and not sent yet. */
  waiting: { count: number; oldestDueAt: number | null };
  day: ChannelFigures;
  week: ChannelFigures;
  /** Notification plans in use that name it, of alarm triggers and connection watches, and the contacts they notify by it. */
  usage: { plans: number; contacts: number };
  outages: OutageDto[];
};

/** Why plans cannot rely on a channel at present. */
export type ChannelTrouble = {
  channel: NoticeChannel;
  state: Exclude<ChannelState, "working">;
  failingSince: number | null;
  plans: number;
  contacts: number;
};

/** How a test stands: `reason` is empty until it failed. */
export type ChannelTestDto = {
  id: number;
  channel: NoticeChannel;
  recipient: string;
  status: OutboxStatus;
  result: NoticeStatus | null;
  reason: string;
};

/** What the live event `channel` says: that the state of channels changed, or a pop-up for one account: a test, an outage. */
export type ChannelEvent =
  | { change: "state" }
  | { change: "test"; userId: number }
  | { change: "outage"; userId: number; channel: NoticeChannel };
