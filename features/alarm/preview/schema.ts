import type { z } from "zod";
import type { ConditionKind, Measure, NoticeChannel, Severity, Side } from "@/db/enums";
import { recordId } from "@/lib/validation/fields";
import { AlarmTriggerInput } from "../trigger/schema";

/** How far back a trigger is tried out. */
export const PREVIEW_MS = 30 * 86_400_000;

/** A trigger as it is being written, and the carrier on whose past it is tried out. */
export const PreviewInput = AlarmTriggerInput.pick({
  severity: true,
  calendar: true,
  conditions: true,
  plan: true,
}).safeExtend({ carrierId: recordId() });
export type PreviewInput = z.output<typeof PreviewInput>;

/** The messages of one channel that an alarm would have caused. */
export type PreviewMessages = { channel: NoticeChannel; count: number };

/** An alarm that the trigger would have raised. Instants in epoch ms. */
export type PreviewAlarm = {
  kind: ConditionKind;
  measure: Measure;
  severity: Severity;
  side: Side;
  startedAt: number;
  raisedAt: number;
  endedAt: number | null;
  messages: PreviewMessages[];
  /** When somebody would have been told first; null: nobody. */
  toldAt: number | null;
};

export type PreviewDto = {
  /** Since when all alarms are found: 30 days before `to`, or later where there are more readings than one call judges. */
  from: number;
  to: number;
  carrierName: string;
  timeZone: string;
  /** The newest ones, the newest first. */
  alarms: PreviewAlarm[];
  total: number;
  /** All together; alarms of one cause share a message. */
  messages: PreviewMessages[];
  /** Channels of the plan by which nothing leaves this installation: nobody has configured them. */
  unconfigured: NoticeChannel[];
  /** Whether a condition waits for silence, which the readings of the past do not tell. */
  hasSilence: boolean;
  /** Measures that no probe of the carrier has, or that have no limits there. */
  unwatched: Measure[];
};
