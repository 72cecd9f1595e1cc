import { z } from "zod";
import type { OnlineStatus } from "@/db/enums";
import { checkSpan, recordId } from "@/lib/validation/fields";
import { instant } from "@/lib/validation/instant";
import type { DeviceDto } from "../device.schema";

/** Whose traffic, and of which span; at most a year. */
export const TrafficQuery = z
  .strictObject({ id: recordId(), from: instant(), to: instant() })
  .superRefine(checkSpan)
  .superRefine(({ from, to }, ctx) => {
    if (Date.parse(to) - Date.parse(from) > 366 * 86_400_000)
      ctx.addIssue({
        code: "too_big",
        origin: "date",
        maximum: Date.parse(from) + 366 * 86_400_000,
        inclusive: true,
        path: ["to"],
        message: "at most a year after from",
      });
  });

/** From an instant on (epoch ms) a device is in this state. */
export type Turn = { at: number; status: OnlineStatus };

/** A time without the device, in epoch ms; `to` null while it lasts. */
export type Outage = { from: number; to: number | null };

export type TrafficDto = {
  range: { from: number; to: number };
  timeZone: string;
  /** The state from the beginning of the range on, as far as it is known. */
  turns: Turn[];
  outages: Outage[];
  /** Of the time observed (0 to 1); null where its state was never known. */
  onlineShare: number | null;
  /** How long its state was observed. */
  knownMs: number;
  /** Values that came of it and, of a gateway, through it: by bucket, each beginning at `at`. */
  bucketSeconds: number;
  at: number[];
  readings: number[];
  /** Commands that were made for it, or sent through it. */
  commands: { total: number; succeeded: number; failed: number; timedOut: number; underWay: number };
};

export type TrafficView = { device: DeviceDto; days: number; traffic: TrafficDto; now: number };
