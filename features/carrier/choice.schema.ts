import { z } from "zod";
import { MEASURES, type Measure, type NoticeChannel, type Severity } from "@/db/enums";
import { listQuery } from "@/lib/resource/list-query";
import { recordId } from "@/lib/validation/fields";

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
