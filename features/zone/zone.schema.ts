import { z } from "zod";
import { type CarrierType, MEASURES, type Measure } from "@/db/enums";
import { ById } from "@/lib/resource/by-id";
import { listQuery } from "@/lib/resource/list-query";
import { type Limits, limitIssues } from "@/lib/units/limits";
import { optionalMultilineText, recordId, recordIds, requiredText } from "@/lib/validation/fields";
import { RANGE_TEXT_LENGTH } from "./zone.rules";

/** In the canonical unit of the measure; none on this side if null. */
export const Limit = z.number().nullable().default(null);

/** Tells what is wrong with the limits beside their fields. */
export function checkLimits(limits: Limits, context: z.RefinementCtx): void {
  for (const { path, rule, message } of limitIssues(limits))
    context.addIssue({ code: "custom", path: [path], params: { rule }, message });
}

/** A monitoring range. `customerId` is for those who work for several customers; otherwise it is the own one. */
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
    /** A unit of measure: the ranges of what is measured in it. */
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
};

/** A range as its list shows it. */
export type ZoneRowDto = ZoneDto & {
  customerName: string;
  /** How many carriers it monitors, wherever they stand. */
  carrierCount: number;
};

/** The most ranges that one call removes: a page of the list. */
export const MAXIMUM_BATCH = 100;

export const ZoneRemoveInput = z.strictObject({
  ids: recordIds(MAXIMUM_BATCH).refine((ids) => ids.length > 0, { params: { rule: "required" } }),
});

export const BoundCarrierQuery = listQuery({ sort: ["name"], filters: ById.shape });
export type BoundCarrierQuery = z.output<typeof BoundCarrierQuery>;

/** A carrier that a range monitors. */
export type BoundCarrierDto = { id: number; name: string; type: CarrierType };
