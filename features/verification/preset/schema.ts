import { z } from "zod";
import { VERIFICATION_OBJECTS, type VerificationObject } from "@/db/verification-enums";
import { listQuery } from "@/lib/resource/list-query";
import { optionalText, requiredText, wordText } from "@/lib/validation/fields";
import { NAME_LENGTH } from "../limits.rules";
import type { PointRule } from "../point.rules";
import { checkVolume, ruleFields } from "../task.schema";

/** How many points a space needs, with where the figures are from. */
export const PointPresetInput = z
  .strictObject({
    code: wordText(50),
    name: requiredText(50),
    source: optionalText(NAME_LENGTH),
    object: z.enum(VERIFICATION_OBJECTS),
    ...ruleFields,
  })
  .superRefine(checkVolume);
export type PointPresetInput = z.output<typeof PointPresetInput>;

const Flag = z.union([z.boolean(), z.stringbool({ truthy: ["true", "1"], falsy: ["false", "0"] })]);

export const PointPresetListQuery = listQuery({
  sort: ["name", "code", "object", "createdAt"],
  filters: { object: z.enum(VERIFICATION_OBJECTS).optional(), isEnabled: Flag.optional() },
});
export type PointPresetListQuery = z.output<typeof PointPresetListQuery>;

export type PointPresetDto = PointRule & {
  id: number;
  code: string;
  /** The default name of a shipped preset that was not renamed, in the user's language. */
  name: string;
  source: string;
  object: VerificationObject;
  isEnabled: boolean;
  /** Shipped with the product: it keeps its code and cannot be deleted. */
  isShipped: boolean;
  createdAt: string;
  version: number;
};

/** As offered in plans. */
export type PointPresetChoice = Omit<PointPresetDto, "isEnabled" | "isShipped" | "createdAt" | "version">;
