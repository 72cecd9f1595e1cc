import { z } from "zod";
import { CARRIER_TYPES, type CarrierType } from "@/db/enums";
import { listQuery } from "@/lib/resource/list-query";
import { optionalMultilineText, requiredText, wordText } from "@/lib/validation/fields";

/** A carrier type, based on one of the seven of the specification. */
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
  /** The default name of a shipped type that was not renamed, in the user's language. */
  name: string;
  base: CarrierType;
  description: string;
  /** A disabled type is no longer offered; carriers that have it keep it. */
  isEnabled: boolean;
  /** Shipped with the product: code and base cannot be changed, and the row cannot be deleted. */
  isShipped: boolean;
  createdAt: string;
  version: number;
};

/** As offered in forms; `type` is the specification's number, 1 incubator … 7 other. */
export type CarrierTypeChoice = { id: number; code: string; name: string; base: CarrierType; type: number };
