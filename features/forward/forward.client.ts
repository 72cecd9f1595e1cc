import { callService } from "@/lib/http/call-service";
import { saveRecord } from "@/lib/http/save-record";
import type { ForwardDto, ForwardInput } from "./forward.schema";

export const FORWARD_PATH = "/service/forwardSet";

/** Creates a target, or updates the one with this id. */
export const saveForwardSet = (id: number | null, values: ForwardInput): Promise<ForwardDto> =>
  id === null
    ? callService(`${FORWARD_PATH}/add`, { method: "POST", body: values })
    : saveRecord(FORWARD_PATH, id, values);

export const removeForwardSets = (ids: readonly number[]) =>
  callService(`${FORWARD_PATH}/del?ids=${ids.join(",")}`, { method: "DELETE" });
