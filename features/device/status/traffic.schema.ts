import { z } from "zod";
import type { OnlineStatus } from "@/db/enums";
import { checkDays, checkSpan, recordId } from "@/lib/validation/fields";
import { instant } from "@/lib/validation/instant";
import type { DeviceDto } from "../device.schema";

const MAXIMUM_DAYS = 366;

/** A device and a span of at most a year. */
export const TrafficQuery = z
  .strictObject({ id: recordId(), from: instant(), to: instant() })
  .superRefine(checkSpan)
  .superRefine((asked, ctx) => checkDays(asked, MAXIMUM_DAYS, ctx));

/** The device has this state from an instant on (epoch ms). */
export type Turn = { at: number; status: OnlineStatus };

/** An offline period, in epoch ms; `to` is null while it lasts. */
export type Outage = { from: number; to: number | null };

export type TrafficDto = {
  range: { from: number; to: number };
  timeZone: string;
  /** States from the beginning of the range on, as far as known. */
  turns: Turn[];
  outages: Outage[];
  /** Share of the observed time (0 to 1); null if the state was never known. */
  onlineShare: number | null;
  /** Time for which the state is known. */
  knownMs: number;
  /** Number of values from the device and, for a gateway, through it, by bucket; `at` is the beginning of each. */
  bucketSeconds: number;
  at: number[];
  readings: number[];
  /** Commands to the device or through it. */
  commands: { total: number; succeeded: number; failed: number; timedOut: number; underWay: number };
};

export type TrafficView = { device: DeviceDto; days: number; traffic: TrafficDto; now: number };
