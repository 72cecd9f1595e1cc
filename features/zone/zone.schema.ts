import { z } from "zod";
import { type CarrierType, MEASURES, type Measure } from "@/db/enums";
import { ById } from "@/lib/resource/by-id";
import { listQuery } from "@/lib/resource/list-query";
import { type Limits, limitIssues } from "@/lib/units/limits";
import { optionalMultilineText, recordId, recordIds, requiredText } from "@/lib/validation/fields";
import { RANGE_TEXT_LENGTH } from "./zone.rules";

/** In the canonical unit of the measure; null means no limit on this side. */
export const Limit = z.number().nullable().default(null);

/** Reports inconsistent limits at their fields. */
export function checkLimits(limits: Limits, context: z.RefinementCtx): void {
  for (const { path, rule, message } of limitIssues(limits))
    context.addIssue({ code: "custom", path: [path], params: { rule }, message });
}

/** A monitoring range. `customerId` is for accounts with several customers; it defaults to the account's own. */
export const ZoneInput = z
  .strictObject({
    customerId: recordId().optional(),
    name: requiredText(30),
    measure: z.enum(MEASURES),
    minimum: Limit,
    maximum: Limit,
    description: optionalMultilineText(RANGE_TEXT_LENGTH),
  })
  .superRefine(checkLimits);
export type ZoneInput = z.output<typeof ZoneInput>;

export const ZoneListQuery = listQuery({
  sort: ["name", "measure", "createdAt"],
  filters: {
    measure: z.enum(MEASURES).optional(),
    /** A unit of measure: ranges whose measure uses it. */
    unitId: recordId().optional(),
    customerId: recordId().optional(),
  },
});
export type ZoneListQuery = z.output<typeof ZoneListQuery>;

export type ZoneDto = {
  id: number;
  customerId: number;
  name: string;
  measure: Measure;
  minimum: number | null;
  maximum: number | null;
  description: string;
  createdAt: string;
  version: number;
};

/** A range as shown in the list. */
export type ZoneRowDto = ZoneDto & {
  customerName: string;
  /** Number of monitored carriers, at all nodes. */
  carrierCount: number;
};

/** Maximum ranges deleted per call: one page of the list. */
export const MAXIMUM_BATCH = 100;

export const ZoneRemoveInput = z.strictObject({
  ids: recordIds(MAXIMUM_BATCH).refine((ids) => ids.length > 0, { params: { rule: "required" } }),
});

export const BoundCarrierQuery = listQuery({ sort: ["name"], filters: ById.shape });
export type BoundCarrierQuery = z.output<typeof BoundCarrierQuery>;

/** A carrier that a range monitors. */
export type BoundCarrierDto = { id: number; name: string; type: CarrierType };
