import { z } from "zod";
import { MEASURES, type Measure } from "@/db/enums";
import { listQuery } from "@/lib/resource/list-query";
import { optionalMultilineText, optionalText, requiredText, wordText } from "@/lib/validation/fields";
import { RANGE_TEXT_LENGTH } from "../zone.rules";
import { checkLimits, Limit } from "../zone.schema";

/** A range that new monitoring ranges may start from. */
export const ZonePresetInput = z
  .strictObject({
    code: wordText(50),
    name: requiredText(30),
    /** The standard that it is taken from. */
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
  /** Of a shipped one that nobody renamed: its name in the reader's language. */
  name: string;
  source: string;
  measure: Measure;
  minimum: number | null;
  maximum: number | null;
  description: string;
  /** Switched off it is not offered any more. */
  isEnabled: boolean;
  /** Came with the product: all but its name and description stays, and so does the row. */
  isShipped: boolean;
  /** Its figures come from secondary sources: check them before relying on them. */
  isWeak: boolean;
  createdAt: string;
};

/** As forms offer it. */
export type ZonePresetChoice = Omit<ZonePresetDto, "isEnabled" | "isShipped" | "createdAt">;
