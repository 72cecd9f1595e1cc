import { z } from "zod";
import type { ConditionKind, NoticeChannel } from "@/db/enums";
import type { Exposure, Forecast } from "@/features/exception/phrase/rules";
import type { Bar, PlanCustomer } from "./plan/rules";
import type { QuietHours } from "./quiet/rules";
import type { AlarmFacts } from "./rules";

export const DeliveryPayload = z.object({ outboxId: z.number().int() });

/**
 * The job that delivers one outbox row. Twelve tries with exp(n) seconds between them span about sixteen hours. A channel
 * that hangs holds up no other.
 */
export const DELIVER_NOTICE = {
  name: "notice.deliver",
  maximumAttempts: 12,
  lanes: ["email", "sms", "voice"],
} as const;

/** One planned message as it waits in the outbox. */
export type Delivery = {
  id: number;
  customerId: number;
  idempotencyKey: string;
  attempts: number;
  type: "alarm" | "digest";
  channel: NoticeChannel;
  bar: Bar | null;
  isFollowUp: boolean;
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
  exception: AlarmFacts & { carrierId: number | null; isAcknowledged: boolean; isWithdrawn: boolean };
};

/** What the pop-up in the console says; rides on the live event `notice`. Values in canonical units, `startedAt` in epoch ms. */
export type PopupDto = {
  exceptionId: number;
  severity: "critical" | "major" | "minor" | "warning";
  kind: ConditionKind;
  carrierName: string;
  measure: string | null;
  side: "above" | "below" | null;
  value: number | null;
  limit: number | null;
  /** Of what adds up over time. */
  exposure: Exposure | null;
  /** Of what is foreseen. */
  forecast: Forecast | null;
  startedAt: number;
};
