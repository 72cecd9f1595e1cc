import { invalidRules } from "@/features/telemetry/correction/invalid.operations";
import { markInvalid, restoreInvalid } from "@/features/telemetry/correction/mark.operations";
import { applyRule, giveBack, previewRun } from "@/features/telemetry/correction/run.operations";
import { listInvalid } from "@/features/telemetry/history/history.operations";
import type { Route } from "@/lib/http/openapi";

/** Calls about readings that are none: the rules that take them, and what people take and give back. */
export const INVALID_ROUTES: readonly Route[] = [
  ["GET", "/service/share/history/invalid", listInvalid],
  ["GET", "/service/invalidRule", invalidRules.list],
  ["POST", "/service/invalidRule", invalidRules.create],
  ["GET", "/service/invalidRule/[id]", invalidRules.get],
  ["PUT", "/service/invalidRule/[id]", invalidRules.update],
  ["DELETE", "/service/invalidRule/[id]", invalidRules.remove],
  ["PUT", "/service/invalidRule/[id]/enabled", invalidRules.switch],
  ["GET", "/service/invalidRule/[id]/preview", previewRun],
  ["POST", "/service/invalidRule/[id]/apply", applyRule],
  ["POST", "/service/invalidRule/[id]/giveBack", giveBack],
  ["POST", "/service/invalidReading", markInvalid],
  ["POST", "/service/invalidReading/restore", restoreInvalid],
];
