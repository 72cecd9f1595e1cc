import { z } from "zod";
import { AnyObject } from "../schema";

/** What the HTTP integration of ChirpStack v4 posts in JSON, of any event. Fields with their default value are left out. */
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

/** The event stands in the query: `up`, `status` and `location` measure, the others are taken and change nothing. */
export const ChirpStackInput = z.object({ payload: ChirpStackMessage, event: z.string().max(20).optional() });
