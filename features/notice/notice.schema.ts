import { z } from "zod";
import type { DeviceKind, ExceptionKind, NoticeChannel, NoticeRemark, Severity } from "@/db/enums";
import type { Crossed, Exposure, Forecast, Pace } from "@/features/exception/phrase.rules";
import type { Bar, DutyTarget, PlanCustomer } from "./delivery/plan.rules";
import type { QuietHours } from "./delivery/quiet.rules";
import type { AlarmFacts } from "./notice.rules";

export const DeliveryPayload = z.object({ outboxId: z.number().int() });

/**
 * The job that delivers one outbox row. Twelve tries with exp(n) seconds between them span about sixteen hours. A channel
 * that hangs holds up no other.
 */
export const DELIVER_NOTICE = {
  name: "notice.deliver",
  maximumAttempts: 12,
  lanes: ["email", "sms", "voice", "push"],
} as const;

/** One planned message as it waits in the outbox. */
export type Delivery = {
  id: number;
  customerId: number;
  idempotencyKey: string;
  attempts: number;
  type: "alarm" | "digest" | "acknowledged";
  channel: NoticeChannel;
  bar: Bar | null;
  /** Whom it is for is still to be found: who is on duty now. */
  duty: (DutyTarget & { rowId: number; round: number; risenTo?: Severity }) | null;
  remark: NoticeRemark | null;
  /** Messages to one person by one channel with the same one share a message. */
  gather: string;
  isFollowUp: boolean;
  /** Of a severity that rose after somebody had acknowledged: that does not stop it. */
  isAcknowledgedBefore: boolean;
  isHeld: boolean;
  /** The last try ended in the middle: whether it arrived is not known. */
  isCutShort: boolean;
  customer: PlanCustomer & { isCancelled: boolean };
  /** Null for a pop-up, and where there is nobody to tell (any more). */
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
    /** Since when (epoch ms) and by whom. */
    acknowledgedAt: number | null;
    acknowledgedBy: string | null;
    isWithdrawn: boolean;
  };
};

/** What the pop-up in the console says; rides on the live event `notice`. Values in canonical units, `startedAt` in epoch ms. */
export type PopupDto = {
  exceptionId: number;
  severity: "critical" | "major" | "minor" | "warning";
  kind: ExceptionKind;
  /** The carrier, or the node of a device that is at none. */
  carrierName: string;
  /** Not given by a worker of an earlier release. */
  device?: { kind: DeviceKind; name: string };
  sceneId?: number | null;
  measure: string | null;
  side: "above" | "below" | null;
  value: number | null;
  limit: number | null;
  /** Of what adds up over time. */
  exposure: Exposure | null;
  /** Of what is foreseen. */
  forecast: Forecast | null;
  crossing: Crossed | null;
  pace?: Pace | null;
  startedAt: number;
};
