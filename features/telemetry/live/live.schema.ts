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
 * Parameters of a subscription. `carriers` narrows the readings (empty: none), `positions` requests those of all
 * carriers, `lastEventId` resumes an earlier stream, `since` (epoch ms) replays events since a page was rendered.
 */
export const LiveQuery = z.object({
  carriers: CarrierIds.optional(),
  positions: z.enum(["all", "none"]).default("none"),
  lastEventId: verbatimText(64).optional(),
  since: z.coerce.number().int().nonnegative().optional(),
});

/** One element of a `reading` event's array; `at` in epoch ms, `trend` in change per minute. */
export type LiveReading = {
  carrierId: number | null;
  probeId: number;
  /** `at` and `value` are null if the probe has no valid reading left. */
  at: number | null;
  value: number | null;
  trend: number | null;
  /** The remaining newest reading after newer ones became invalid; it replaces them. */
  isRestated?: boolean;
  /** A newer value, unconfirmed until the next reading. */
  unconfirmed?: { at: number; value: number };
};

/** One element of a `position` event's array: the current position of a carrier, WGS-84; `at` in epoch ms. */
export type LivePosition = {
  carrierId: number;
  at: number;
  longitude: number;
  latitude: number;
  speedKmh: number | null;
  course: number | null;
  /** A newer position became invalid; this one replaces it. */
  isRestated?: boolean;
};

/** `data` of the event `device`. `structure`: carriers, mountings or nodes changed. */
export type DeviceEvent = { change: "alarmSwitch" | "structure" | "device"; carrierId?: number };

export type LiveEventType = LiveEvent["type"];
