import { z } from "zod";
import type { ConditionKind, CrossingKind, Measure, NoticeChannel, Severity, Side } from "@/db/enums";
import { recordId } from "@/lib/validation/fields";
import { telling } from "../condition/condition.schema";
import { inheritedStepIssues } from "../trigger/trigger.rules";
import { TriggerFields } from "../trigger/trigger.schema";

/** How far back a trigger is tried out. */
export const PREVIEW_MS = 30 * 86_400_000;

/** A trigger as it is being written, and the carrier on whose past it is tried out. */
const { severity, calendar, conditions, plan } = TriggerFields;
export const PreviewInput = z
  .strictObject({ severity, calendar, conditions, plan, carrierId: recordId() })
  .superRefine(telling(inheritedStepIssues));
export type PreviewInput = z.output<typeof PreviewInput>;

/** The messages of one channel that an alarm would have caused. */
export type PreviewMessages = { channel: NoticeChannel; count: number };

/** An alarm that the trigger would have raised. Instants in epoch ms. */
export type PreviewAlarm = {
  kind: ConditionKind;
  /** Null for a geofence condition, which has a crossing instead. */
  measure: Measure | null;
  crossing: CrossingKind | null;
  geofenceName: string | null;
  severity: Severity;
  side: Side | null;
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
  /** Whether a condition waits for crossings, and none is known there of its geofences. */
  hasNoCrossings: boolean;
};
