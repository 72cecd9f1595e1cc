import { z } from "zod";
import type { ConditionKind, CrossingKind, Measure, NoticeChannel, Severity, Side } from "@/db/enums";
import { recordId } from "@/lib/validation/fields";
import { reportIssues } from "../condition/condition.schema";
import { inheritedStepIssues } from "../trigger/trigger.rules";
import { TriggerFields } from "../trigger/trigger.schema";

/** How far back a trigger is simulated. */
export const PREVIEW_MS = 30 * 86_400_000;

/** A trigger as edited, and the carrier on whose past it is simulated. */
const { severity, calendar, conditions, plan } = TriggerFields;
export const PreviewInput = z
  .strictObject({ severity, calendar, conditions, plan, carrierId: recordId() })
  .superRefine(reportIssues(inheritedStepIssues));
export type PreviewInput = z.output<typeof PreviewInput>;

/** The number of messages by one channel that an alarm would have caused. */
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
  /** When the first notice would have been sent; null: none. */
  toldAt: number | null;
};

export type PreviewDto = {
  /** Since when all alarms are found: 30 days before `to`, or later if one call cannot evaluate all readings. */
  from: number;
  to: number;
  carrierName: string;
  timeZone: string;
  /** The newest ones, newest first. */
  alarms: PreviewAlarm[];
  total: number;
  /** In total; alarms of one cause share a message. */
  messages: PreviewMessages[];
  /** Channels of the plan that are not configured in this installation. */
  unconfigured: NoticeChannel[];
  /** Whether there is a no-data condition, which past readings cannot simulate. */
  hasSilence: boolean;
  /** Measures that no probe of the carrier has, or that have no limits there. */
  unwatched: Measure[];
  /** Whether there is a geofence condition without any known crossing of its geofences. */
  hasNoCrossings: boolean;
};
