import { z } from "zod";

export const ReminderPayload = z.object({ outboxId: z.number().int() });

/** The job that delivers one reminder. Twelve attempts with exp(n) seconds between them span about sixteen hours. */
export const DELIVER_REMINDER = { name: "calibration.deliver", maximumAttempts: 12, lanes: ["email"] } as const;
