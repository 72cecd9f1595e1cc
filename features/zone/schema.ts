import { z } from "zod";
import { MEASURES, type Measure } from "@/db/enums";
import { listQuery } from "@/lib/resource/list-query";
import { limitIssues } from "./rules";

const CustomerId = z.coerce.number().int().positive();
/** In the canonical unit of the measure; none on this side if null. */
const Limit = z.number().nullable().default(null);

/** A monitoring range. `customerId` is for those who work for several customers; otherwise it is the own one. */
export const ZoneInput = z
  .strictObject({
    customerId: CustomerId.optional(),
    name: z.string().trim().min(1).max(30),
    measure: z.enum(MEASURES),
    minimum: Limit,
    maximum: Limit,
  })
  .superRefine((zone, context) => {
    for (const { path, rule, message } of limitIssues(zone))
      context.addIssue({ code: "custom", path: [path], params: { rule }, message });
  });
export type ZoneInput = z.output<typeof ZoneInput>;

export const ZoneListQuery = listQuery({
  sort: ["name", "measure", "createdAt"],
  filters: { measure: z.enum(MEASURES).optional(), customerId: CustomerId.optional() },
});
export type ZoneListQuery = z.output<typeof ZoneListQuery>;

export type ZoneDto = {
  id: number;
  customerId: number;
  name: string;
  measure: Measure;
  minimum: number | null;
  maximum: number | null;
  createdAt: string;
};
