import { z } from "zod";
import { optionalMultilineText, recordId, recordIds, requiredText, wholeNumber } from "@/lib/validation/fields";
import { INTERVAL } from "./device.rules";
import { SettingsInput } from "./device.schema";

/** Maximum size of a batch: one page of the list. */
export const MAXIMUM_BATCH = 100;

const Ids = recordIds(MAXIMUM_BATCH).refine((ids) => ids.length > 0, {
  params: { rule: "required" },
  message: "choose at least one",
});

/** Ids of several devices of one customer. */
export const DeviceIds = z.strictObject({ ids: Ids });

/** Fields that a batch may set. Omitted fields and omitted parameters are unchanged. */
const Changes = z
  .strictObject({
    sceneId: recordId().nullable().optional(),
    gatewayId: recordId().nullable().optional(),
    typeCode: requiredText(50).optional(),
    description: optionalMultilineText(250).removeDefault().optional(),
    reportIntervalSeconds: wholeNumber(INTERVAL.minimum, INTERVAL.maximum).optional(),
    utcOffsetHours: wholeNumber(-12, 12).nullable().optional(),
    settings: SettingsInput.optional(),
  })
  .refine((changes) => Object.values(changes).some((value) => value !== undefined), {
    params: { rule: "noChange" },
    message: "set at least one field",
  });

/** The same change for several devices of one customer and kind. */
export const DeviceBatchEdit = z.strictObject({ ids: Ids, changes: Changes });
export type DeviceChanges = z.output<typeof Changes>;
