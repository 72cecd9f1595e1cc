import { z } from "zod";
import type { ScopeType } from "@/db/enums";
import { lineText, recordId, recordIds, wholeNumber } from "@/lib/validation/fields";

export const RoleChoiceQuery = z.strictObject({ customerId: recordId() });

/** A role to choose. Its places apply to accounts that name none. */
export type RoleChoiceDto = {
  id: number;
  name: string;
  scopeType: ScopeType;
  customerIds: readonly number[];
  sceneIds: readonly number[];
};

export const CustomerChoiceQuery = z.strictObject({
  q: lineText(100).optional(),
  ids: recordIds(100).optional(),
  limit: wholeNumber(1, 200).default(50),
});
export type CustomerChoiceQuery = z.output<typeof CustomerChoiceQuery>;
