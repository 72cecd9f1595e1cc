import { saveRecord } from "@/lib/http/save-record";
import type { ExceptionReasonDto, ReasonInput } from "./schema";

export const REASON_PATH = "/service/exceptionReason";

/** Creates a reason, or updates the one with this id. */
export const saveReason = (id: number | null, values: ReasonInput): Promise<ExceptionReasonDto> =>
  saveRecord(REASON_PATH, id, values);
