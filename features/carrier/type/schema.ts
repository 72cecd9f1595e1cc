import { z } from "zod";
import { CARRIER_TYPES, type CarrierType } from "@/db/enums";
import { listQuery } from "@/lib/resource/list-query";
import { optionalMultilineText, requiredText, wordText } from "@/lib/validation/fields";

/** A type of carriers, based on one of the seven of the specification. */
export const CarrierTypeInput = z.strictObject({
  code: wordText(50),
  name: requiredText(30),
  base: z.enum(CARRIER_TYPES),
  description: optionalMultilineText(250),
});
export type CarrierTypeInput = z.output<typeof CarrierTypeInput>;

const Flag = z.union([z.boolean(), z.stringbool({ truthy: ["true", "1"], falsy: ["false", "0"] })]);

export const CarrierTypeListQuery = listQuery({
  sort: ["code", "name", "base", "createdAt"],
  filters: { base: z.enum(CARRIER_TYPES).optional(), isEnabled: Flag.optional() },
});
export type CarrierTypeListQuery = z.output<typeof CarrierTypeListQuery>;

export type CarrierTypeDto = {
  id: number;
  code: string;
  /** Of a shipped one that nobody renamed: its name in the reader's language. */
  name: string;
  base: CarrierType;
  description: string;
  /** Switched off it is not offered any more; what has it keeps it. */
  isEnabled: boolean;
  /** Came with the product: code and base stay, and so does the row. */
  isShipped: boolean;
  createdAt: string;
};

/** As forms offer it; `type` is the number of the specification, 1 incubator … 7 other. */
export type CarrierTypeChoice = { id: number; code: string; name: string; base: CarrierType; type: number };
