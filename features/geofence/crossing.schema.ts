import { z } from "zod";
import type { CrossingKind } from "@/db/enums";
import type { TimedPlace } from "./crossing.rules";

/** Past positions of what an area watches are to be judged, for it is new or was changed. */
export const JudgePast = z.strictObject({ geofenceId: z.number().int().positive() });

/** The job that does it, as whoever puts it into the queue names it. */
export const JUDGE_PAST = { name: "geofence.judgePast", maximumAttempts: 12 } as const;

/** `data` of the event `geofence`: an event came to be, or turned out to be none; `at` in epoch ms. */
export type CrossingChange = TimedPlace & {
  geofenceId: number;
  carrierId: number;
  customerId: number;
  kind: CrossingKind;
  change: "found" | "withdrawn";
};
