import { z } from "zod";
import { AnyObject } from "../schema";

const Name = z.string().trim().min(1).max(64);

/** Message of a webhook of The Things Stack v3, for any event. The sender omits empty, 0 and false fields. */
export const TtsMessage = z.looseObject({
  end_device_ids: z.looseObject({ dev_eui: Name.optional(), device_id: Name.optional() }),
  received_at: z.unknown().optional(),
  simulated: z.unknown().optional(),
  uplink_message: AnyObject.optional(),
  uplink_normalized: AnyObject.optional(),
  location_solved: AnyObject.optional(),
});
export type TtsMessage = z.output<typeof TtsMessage>;

export const TtsInput = z.object({ payload: TtsMessage });
