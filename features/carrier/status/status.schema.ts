import { z } from "zod";
import { CARRIER_STATUSES, type CarrierStatus } from "@/db/enums";
import { ById } from "@/lib/resource/by-id";
import { optionalMultilineText } from "@/lib/validation/fields";
import { STATUS_REASON_LENGTH } from "./status.rules";

/** `defrostMinutes` is for a defrost alone: how long it lasts. */
export const StatusFields = {
  status: z.enum(CARRIER_STATUSES),
  defrostMinutes: z.coerce.number().nullish(),
  reason: optionalMultilineText(STATUS_REASON_LENGTH),
};

/** `from` is the status that the caller saw: if it is another by now, the call is refused. */
export const StatusInput = z.strictObject({
  ...ById.shape,
  ...StatusFields,
  from: z.enum(CARRIER_STATUSES).optional(),
});

/** The status now; `defrostUntil` in epoch ms. */
export type StatusDto = { id: number; status: CarrierStatus; defrostUntil: number | null };
