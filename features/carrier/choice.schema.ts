import { z } from "zod";
import { MEASURES, type Measure, type NoticeChannel, type Severity } from "@/db/enums";
import { listQuery } from "@/lib/resource/list-query";
import { limitIssues } from "@/lib/units/limits";
import { recordId, requiredText } from "@/lib/validation/fields";
import type { GOODS } from "./carrier.rules";

const FILTERS = { customerId: recordId().optional() };

/** Of one customer, or of all customers in the scope. */
export const ChoiceQuery = listQuery({ sort: ["name"], filters: FILTERS });
export type ChoiceQuery = z.output<typeof ChoiceQuery>;

export const ZoneChoiceQuery = listQuery({
  sort: ["name"],
  filters: { ...FILTERS, measure: z.enum(MEASURES).optional() },
});

/** An alarm trigger with the channels of its notification plan. */
export type TriggerChoiceDto = {
  id: number;
  name: string;
  severity: Severity;
  isEnabled: boolean;
  channels: NoticeChannel[];
};

/** A monitoring range in canonical units. */
export type ZoneChoiceDto = {
  id: number;
  name: string;
  measure: Measure;
  minimum: number | null;
  maximum: number | null;
};

export type GatewayChoiceDto = { id: number; name: string; serialNumber: string; mac: string | null };

export type NamedChoice = { id: number; name: string };

export type Goods = (typeof GOODS)[number];

/** A preset from which a range is made, in canonical units. */
export type RangePreset = {
  id: number;
  name: string;
  measure: Measure;
  minimum: number | null;
  maximum: number | null;
  /** The standard that defines it. */
  source: string;
  /** The figures must be verified. */
  isWeak: boolean;
  /** What it is for; null for a general storage condition and for presets of the installation. */
  goods: Goods | null;
};

/** A range made in the form of a carrier; the limits are null where there is none. */
export const NewRangeInput = z
  .strictObject({
    customerId: recordId(),
    name: requiredText(30),
    measure: z.enum(MEASURES),
    minimum: z.number().nullable(),
    maximum: z.number().nullable(),
    description: z.string(),
  })
  .superRefine((limits, context) => {
    for (const { path, rule, message } of limitIssues(limits))
      context.addIssue({ code: "custom", path: [path], params: { rule }, message });
  });
