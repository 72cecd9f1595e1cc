import { z } from "zod";
import { AnyObject } from "../schema";

/**
 * Message of the HTTP integration of ChirpStack v4 in JSON, for any event. Fields with their default value are omitted.
 */
export const ChirpStackMessage = z.looseObject({
  deviceInfo: z.looseObject({ devEui: z.string().trim().min(1).max(64) }),
  time: z.unknown().optional(),
  object: AnyObject.nullish(),
  rxInfo: z.unknown().optional(),
  data: z.unknown().optional(),
  batteryLevel: z.unknown().optional(),
  location: AnyObject.nullish(),
});
export type ChirpStackMessage = z.output<typeof ChirpStackMessage>;

/** `event` is in the query: `up`, `status` and `location` carry measurements; others are accepted without effect. */
export const ChirpStackInput = z.object({ payload: ChirpStackMessage, event: z.string().max(20).optional() });
