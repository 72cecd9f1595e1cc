import { z } from "zod";
import type { CrossingKind } from "@/db/enums";
import type { TimedPlace } from "./crossing.rules";

/** Payload: a new or changed geofence whose past positions are to be evaluated. */
export const JudgePast = z.strictObject({ geofenceId: z.number().int().positive() });

/** The job, as it is named when it is queued. */
export const JUDGE_PAST = { name: "geofence.judgePast", maximumAttempts: 12 } as const;

/** `data` of a `geofence` event: a crossing was found, or a stored one was disproved; `at` in epoch ms. */
export type CrossingChange = TimedPlace & {
  geofenceId: number;
  carrierId: number;
  customerId: number;
  kind: CrossingKind;
  change: "found" | "withdrawn";
};
