import { z } from "zod";
import type { LiveEvent } from "@/lib/live/bus";
import { verbatimText } from "@/lib/validation/fields";
import { MAXIMUM_CARRIERS } from "./live.rules";

const CarrierIds = z
  .string()
  .max(4000)
  .transform((text) => (text === "" ? [] : text.split(",").map(Number)))
  .pipe(z.array(z.number().int().positive()).max(MAXIMUM_CARRIERS));

/**
 * What a subscriber asks for. `carriers` narrows the readings (empty: none), `positions` says whether those of all carriers
 * are wanted, `lastEventId` continues an earlier stream, `since` (epoch ms) replays what came after a page was rendered.
 */
export const LiveQuery = z.object({
  carriers: CarrierIds.optional(),
  positions: z.enum(["all", "none"]).default("none"),
  lastEventId: verbatimText(64).optional(),
  since: z.coerce.number().int().nonnegative().optional(),
});

/** One element of the array that a `reading` event carries; `at` in epoch ms, `trend` in change per minute. */
export type LiveReading = {
  carrierId: number | null;
  probeId: number;
  /** Null, as its value: the probe has no valid reading left. */
  at: number | null;
  value: number | null;
  trend: number | null;
  /** What is left after newer ones have turned out to be none: it takes their place. */
  isRestated?: boolean;
  /** A newer value that is held as a jump until the next reading comes. */
  unconfirmed?: { at: number; value: number };
};

/** One element of the array that a `position` event carries: where a carrier is now, WGS-84; `at` in epoch ms. */
export type LivePosition = {
  carrierId: number;
  at: number;
  longitude: number;
  latitude: number;
  speedKmh: number | null;
  course: number | null;
  /** A newer one turned out to be none: this one takes its place. */
  isRestated?: boolean;
};

/** `data` of the event `device`. `structure` says that carriers, mountings or nodes changed. */
export type DeviceEvent = { change: "alarmSwitch" | "structure" | "device"; carrierId?: number };

export type LiveEventType = LiveEvent["type"];
