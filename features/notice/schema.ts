import { z } from "zod";
import type { ConditionKind } from "@/db/enums";

export const DeliveryPayload = z.object({ outboxId: z.number().int() });

/** The job that delivers one outbox row. Twelve tries with exp(n) seconds between them span about sixteen hours. */
export const DELIVER_NOTICE = { name: "notice.deliver", maximumAttempts: 12 } as const;

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
  startedAt: number;
};
