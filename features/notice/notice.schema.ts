import { z } from "zod";
import type { DeviceKind, ExceptionKind, NoticeChannel, NoticeRemark, Severity } from "@/db/enums";
import type { Crossed, Exposure, Forecast, Pace } from "@/features/exception/phrase.rules";
import type { Bar, DutyTarget, PlanCustomer } from "./delivery/plan.rules";
import type { QuietHours } from "./delivery/quiet.rules";
import type { AlarmFacts } from "./notice.rules";

export const DeliveryPayload = z.object({ outboxId: z.number().int() });

/**
 * The job that delivers one outbox row. Twelve attempts with exp(n) seconds between them span about sixteen hours. A
 * channel that does not respond does not block the others.
 */
export const DELIVER_NOTICE = {
  name: "notice.deliver",
  maximumAttempts: 12,
  lanes: ["email", "sms", "voice", "push"],
} as const;

/** One planned message in the outbox. */
export type Delivery = {
  id: number;
  customerId: number;
  idempotencyKey: string;
  attempts: number;
  type: "alarm" | "digest" | "acknowledged";
  channel: NoticeChannel;
  bar: Bar | null;
  /** Set while the recipient is to be determined at delivery: who is on duty then. */
  duty: (DutyTarget & { rowId: number; round: number; risenTo?: Severity }) | null;
  remark: NoticeRemark | null;
  /** Messages to one person by one channel with the same value share a message. */
  gather: string;
  isFollowUp: boolean;
  /** The severity rose after the acknowledgement, which therefore does not stop the message. */
  isAcknowledgedBefore: boolean;
  isHeld: boolean;
  /** The last attempt was interrupted: whether the message was delivered is unknown. */
  isCutShort: boolean;
  customer: PlanCustomer & { isCancelled: boolean };
  /** Null for a pop-up, and if there is no recipient (any more). */
  contactId: number | null;
  contactName: string;
  contactEmail: string | null;
  contactPhone: string | null;
  contactLocale: string;
  /** The channels that the contact allows. */
  contactChannels: NoticeChannel[];
  quietHours: QuietHours | null;
  /** Whether the contact can acknowledge by a reply. */
  hasPin: boolean;
  exception: AlarmFacts & {
    carrierId: number | null;
    /** Without a carrier: the node of the device. */
    sceneId: number | null;
    isAcknowledged: boolean;
    /** When (epoch ms) and by whom it was acknowledged. */
    acknowledgedAt: number | null;
    acknowledgedBy: string | null;
    isWithdrawn: boolean;
  };
};

/** The pop-up in the console, sent with the live event `notice`. Values in canonical units, `startedAt` in epoch ms. */
export type PopupDto = {
  /** In whose unit its temperatures are shown; missing in events of a worker of an earlier release. */
  customerId?: number;
  exceptionId: number;
  severity: "critical" | "major" | "minor" | "warning";
  kind: ExceptionKind;
  /** The carrier, or the node of a device without carrier. */
  carrierName: string;
  /** Missing in events of a worker of an earlier release. */
  device?: { kind: DeviceKind; name: string };
  sceneId?: number | null;
  measure: string | null;
  side: "above" | "below" | null;
  value: number | null;
  limit: number | null;
  /** For cumulative conditions. */
  exposure: Exposure | null;
  /** For trend conditions. */
  forecast: Forecast | null;
  crossing: Crossed | null;
  pace?: Pace | null;
  startedAt: number;
};

/** The pop-up of a test alarm, sent with the live event `testAlarm` to whoever gets the pop-up of an alarm. */
export type TestPopupDto = { carrierName: string; by: string };
