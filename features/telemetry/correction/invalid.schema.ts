import { z } from "zod";
import { INVALID_RULE_KINDS, type InvalidRuleKind, type Measure } from "@/db/enums";
import { ById } from "@/lib/resource/by-id";
import { listQuery } from "@/lib/resource/list-query";
import { recordId, requiredText } from "@/lib/validation/fields";
import { MAXIMUM_FAULTS, NAME_LENGTH, ruleIssues, SIFTED_MEASURES } from "./invalid.rules";

const Figure = z.number().nullable().default(null);

/**
 * A rule that invalidates readings. Figures are in the canonical unit of the measure; those of other kinds are dropped.
 */
export const InvalidRuleInput = z
  .strictObject({
    customerId: recordId().optional(),
    name: requiredText(NAME_LENGTH),
    measure: z.enum(SIFTED_MEASURES),
    /** Limits the rule to devices of this type; null: all. */
    deviceTypeId: recordId().nullable().default(null),
    kind: z.enum(INVALID_RULE_KINDS),
    faultValues: z.array(z.number()).max(MAXIMUM_FAULTS).default([]),
    minimum: Figure,
    maximum: Figure,
    ratePerMinute: Figure,
  })
  .superRefine((values, context) => {
    for (const { path, rule, message } of ruleIssues(values))
      context.addIssue({ code: "custom", path: [path], params: { rule }, message });
  });
export type InvalidRuleInput = z.output<typeof InvalidRuleInput>;

/** A rule to remove; `givesBack`: the readings that it invalidated are restored. */
export const InvalidRuleRemoveInput = z.strictObject({
  ...ById.shape,
  givesBack: z.union([z.boolean(), z.stringbool({ truthy: ["true", "1"], falsy: ["false", "0"] })]).default(false),
});

export const InvalidRuleListQuery = listQuery({
  sort: ["name", "measure", "kind", "createdAt"],
  filters: {
    measure: z.enum(SIFTED_MEASURES).optional(),
    kind: z.enum(INVALID_RULE_KINDS).optional(),
    isEnabled: z
      .enum(["true", "false"])
      .transform((value) => value === "true")
      .optional(),
    customerId: recordId().optional(),
  },
});
export type InvalidRuleListQuery = z.output<typeof InvalidRuleListQuery>;

export type InvalidRuleDto = {
  id: number;
  customerId: number;
  name: string;
  measure: Measure;
  deviceTypeId: number | null;
  kind: InvalidRuleKind;
  faultValues: number[];
  minimum: number | null;
  maximum: number | null;
  ratePerMinute: number | null;
  isEnabled: boolean;
  createdAt: string;
  version: number;
  updatedAt: string;
};

/** The current or last run of a rule over stored readings. */
export type RunDto = {
  from: string;
  requestedAt: string;
  /** Null while running. */
  finishedAt: string | null;
  /** Readings invalidated by the run, or restored with `givesBack`. */
  takenCount: number;
  givesBack: boolean;
};

/** A rule in the list. */
export type InvalidRuleRowDto = InvalidRuleDto & {
  customerName: string;
  deviceTypeCode: string | null;
  /** Number of readings that the rule has invalidated, counted up to a bound. */
  takenCount: number;
  run: RunDto | null;
};

/** A device type to choose, with its name in the language of the request. */
export type DeviceTypeChoice = { id: number; code: string; name: string; measures: Measure[] };
