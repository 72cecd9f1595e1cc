import { z } from "zod";
import { BEARING_TYPES, CARRIER_WORK_MODES } from "@/db/carrier-enums";
import { ALARM_SWITCHES } from "@/db/enums";
import { multilineText, optionalMultilineText, recordId, recordIds } from "@/lib/validation/fields";
import { instant } from "@/lib/validation/instant";
import { REASON_LENGTH } from "../alarm-switch/rules";
import { DESCRIPTION_LENGTH } from "../carrier.rules";
import { CarrierZones, MODES, SceneId } from "../carrier.schema";
import { StatusFields } from "../status/status.schema";
import { MAXIMUM_BATCH } from "./rules";

const ids = recordIds(MAXIMUM_BATCH).refine((chosen) => chosen.length > 0, {
  params: { rule: "required" },
  message: "choose at least one",
});

/** Fields that all carriers have in common. An omitted field leaves each carrier's value unchanged. */
export const BatchEditInput = z
  .strictObject({
    ids,
    carrierTypeId: recordId().nullable().optional(),
    description: multilineText(DESCRIPTION_LENGTH).optional(),
    mode: z.enum(MODES).optional(),
    workMode: z.enum(CARRIER_WORK_MODES).optional(),
    bearingType: z.enum(BEARING_TYPES).nullable().optional(),
    isTraceable: z.boolean().optional(),
    isGpsOn: z.boolean().optional(),
    /** Ranges of the given measures; other measures keep theirs. */
    zones: CarrierZones.optional(),
  })
  .refine(({ ids: _, ...fields }) => Object.values(fields).some((value) => value !== undefined), {
    params: { rule: "nothingChosen" },
    message: "choose at least one field",
    path: ["ids"],
  });
export type BatchEditInput = z.output<typeof BatchEditInput>;

export const BatchStatusInput = z.strictObject({ ids, ...StatusFields });

export const BatchSwitchInput = z.strictObject({
  ids,
  alarmSwitch: z.enum(ALARM_SWITCHES),
  pausedUntil: instant().nullish(),
  reason: optionalMultilineText(REASON_LENGTH),
});

/** Null unbinds the trigger. */
export const BatchTriggerInput = z.strictObject({ ids, alarmTriggerId: recordId().nullable() });

export const BatchMoveInput = z.strictObject({ ids, sceneId: SceneId });

/** Ids of the changed carriers. */
export type BatchDto = { ids: number[] };
