import { callService } from "@/lib/http/call-service";
import { saveRecord } from "@/lib/http/save-record";
import type { InvalidRuleDto, InvalidRuleInput } from "./invalid.schema";

export const INVALID_RULE_PATH = "/service/invalidRule";

/** Creates a rule, or updates the one with this id. */
export const saveInvalidRule = (id: number | null, values: InvalidRuleInput): Promise<InvalidRuleDto> =>
  saveRecord(INVALID_RULE_PATH, id, values);

/** Removes a rule; `givesBack`: the readings that it invalidated are restored. */
export const removeInvalidRule = (id: number, givesBack: boolean) =>
  callService(`${INVALID_RULE_PATH}/${id}?givesBack=${givesBack}`, { method: "DELETE" });
