import { z } from "zod";
import { CARRIER_TYPES } from "@/db/enums";
import { listQuery } from "@/lib/resource/list-query";
import { requiredText } from "@/lib/validation/fields";
import { PRESETS } from "../period.rules";
import { GROUPS, StatisticMeasure } from "../statistic.schema";

/** Whose definition it is: the user's own, or that of all users of the customer. */
export const OWNERS = ["own", "customer"] as const;

/** A named selection of the statistics, of the last day, week, month, quarter or year. */
export const DefinitionInput = z.strictObject({
  name: requiredText(50),
  owner: z.enum(OWNERS).default("own"),
  by: z.enum(GROUPS).default("carrier"),
  measure: StatisticMeasure.default("temperature"),
  range: z.enum(PRESETS).default("month"),
  carrierType: z.enum(CARRIER_TYPES).nullable().default(null),
  sceneId: z.coerce.number().int().positive().nullable().default(null),
});
export type DefinitionInput = z.output<typeof DefinitionInput>;

export const DefinitionListQuery = listQuery({ sort: ["name", "createdAt"], filters: {} });
export type DefinitionListQuery = z.output<typeof DefinitionListQuery>;

/** What the row stores besides name and owner; what no longer parses falls back to its default. */
export const StoredSelection = z.object({
  by: DefinitionInput.shape.by.catch("carrier"),
  measure: DefinitionInput.shape.measure.catch("temperature"),
  range: DefinitionInput.shape.range.catch("month"),
  carrierType: DefinitionInput.shape.carrierType.catch(null),
  sceneId: DefinitionInput.shape.sceneId.catch(null),
});

export type DefinitionDto = DefinitionInput & { id: number; customerId: number; createdAt: string; version: number };

/** The address of the statistics with this selection. */
export function addressOf({
  by,
  measure,
  range,
  carrierType,
  sceneId,
}: Omit<DefinitionInput, "name" | "owner">): string {
  const query = new URLSearchParams({ by, measure, range });
  if (carrierType) query.set("carrierType", carrierType);
  if (sceneId) query.set("sceneId", String(sceneId));
  return `/count/statistic?${query}`;
}
