import { callService } from "@/lib/http/call-service";
import { saveRecord } from "@/lib/http/save-record";
import type { InvalidRuleDto, InvalidRuleInput } from "./invalid.schema";

export const INVALID_RULE_PATH = "/service/invalidRule";

/** Makes a rule, or changes the one of this id. */
export const saveInvalidRule = (id: number | null, values: InvalidRuleInput): Promise<InvalidRuleDto> =>
  saveRecord(INVALID_RULE_PATH, id, values);

/** Removes a rule; `givesBack`: what it keeps becomes readings again. */
export const removeInvalidRule = (id: number, givesBack: boolean) =>
  callService(`${INVALID_RULE_PATH}/${id}?givesBack=${givesBack}`, { method: "DELETE" });
