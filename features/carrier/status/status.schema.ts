import { z } from "zod";
import { CARRIER_STATUSES, type CarrierStatus } from "@/db/enums";
import { ById } from "@/lib/resource/by-id";
import { optionalMultilineText } from "@/lib/validation/fields";
import { STATUS_REASON_LENGTH } from "./status.rules";

/** `defrostMinutes` is the duration of a defrost; only valid for that status. */
export const StatusFields = {
  status: z.enum(CARRIER_STATUSES),
  defrostMinutes: z.coerce.number().nullish(),
  reason: optionalMultilineText(STATUS_REASON_LENGTH),
};

/** `from` is the status the caller saw; if it has changed since, the call is refused. */
export const StatusInput = z.strictObject({
  ...ById.shape,
  ...StatusFields,
  from: z.enum(CARRIER_STATUSES).optional(),
});

/** The current status; `defrostUntil` in epoch ms. */
export type StatusDto = { id: number; status: CarrierStatus; defrostUntil: number | null };
