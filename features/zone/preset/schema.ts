import { z } from "zod";
import { MEASURES, type Measure } from "@/db/enums";
import type { RangePreset } from "@/features/carrier/choice.schema";
import { listQuery } from "@/lib/resource/list-query";
import { optionalMultilineText, optionalText, requiredText, wordText } from "@/lib/validation/fields";
import { RANGE_TEXT_LENGTH } from "../zone.rules";
import { checkLimits, Limit } from "../zone.schema";

/** A range preset for new monitoring ranges. */
export const ZonePresetInput = z
  .strictObject({
    code: wordText(50),
    name: requiredText(30),
    /** The standard it is taken from. */
    source: optionalText(50),
    measure: z.enum(MEASURES),
    minimum: Limit,
    maximum: Limit,
    description: optionalMultilineText(RANGE_TEXT_LENGTH),
  })
  .superRefine(checkLimits);
export type ZonePresetInput = z.output<typeof ZonePresetInput>;

const Flag = z.union([z.boolean(), z.stringbool({ truthy: ["true", "1"], falsy: ["false", "0"] })]);

export const ZonePresetListQuery = listQuery({
  sort: ["source", "name", "code", "measure", "createdAt"],
  filters: { measure: z.enum(MEASURES).optional(), isEnabled: Flag.optional() },
});
export type ZonePresetListQuery = z.output<typeof ZonePresetListQuery>;

export type ZonePresetDto = {
  id: number;
  code: string;
  /** The default name of a shipped preset that was not renamed, in the user's language. */
  name: string;
  source: string;
  measure: Measure;
  minimum: number | null;
  maximum: number | null;
  description: string;
  /** A disabled preset is no longer offered. */
  isEnabled: boolean;
  /** Shipped with the product: only name and description can be changed, and the row cannot be deleted. */
  isShipped: boolean;
  /** The figures come from secondary sources and must be verified. */
  isWeak: boolean;
  createdAt: string;
  version: number;
};

/** As offered in forms. */
export type ZonePresetChoice = Omit<ZonePresetDto, "isEnabled" | "isShipped" | "createdAt" | "version"> & RangePreset;
