import { z } from "zod";
import { MEASURES, type Measure } from "@/db/enums";
import { listQuery } from "@/lib/resource/list-query";
import { optionalMultilineText, optionalText, requiredText, wordText } from "@/lib/validation/fields";

/** A unit of measure of a probe (specification, section 3). */
export const UnitInput = z.strictObject({
  code: wordText(50),
  measure: z.enum(MEASURES),
  unit: requiredText(10),
  unitMark: optionalText(10),
  /** A positive integer of up to 5 digits; unique. */
  unitNumber: z.number().int().min(1).max(99_999),
  description: optionalMultilineText(250),
});
export type UnitInput = z.output<typeof UnitInput>;

export const UnitListQuery = listQuery({
  sort: ["unitNumber", "code", "measure", "unit", "createdAt"],
  filters: { measure: z.enum(MEASURES).optional() },
});
export type UnitListQuery = z.output<typeof UnitListQuery>;

export type UnitDto = {
  id: number;
  code: string;
  measure: Measure;
  unit: string;
  unitMark: string;
  unitNumber: number;
  description: string;
  /** Shipped with the product: code, measure and unit cannot be changed, and the row cannot be deleted. */
  isShipped: boolean;
  createdAt: string;
  version: number;
};

/** As offered in forms of the console. */
export type UnitChoice = Omit<UnitDto, "isShipped" | "createdAt" | "version">;
