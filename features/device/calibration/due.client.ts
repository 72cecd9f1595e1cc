import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import type { DeviceKind } from "@/db/enums";
import { callService } from "@/lib/http/call-service";
import type { Page } from "@/lib/resource/list-query";
import type { CalibrationDueDto } from "./calibration.schema";
import type { DueSpan } from "./due.schema";

/** What the due list of a kind asks for. */
export const dueCriteria = (kind: DeviceKind, span: DueSpan): Record<string, string> => ({
  kind,
  sort: span === "none" ? "name" : "dueOn",
  [span === "expired" || span === "none" ? "state" : "dueWithinDays"]: span,
});

/** Query: devices of a kind by the end of their calibration, soonest first. */
export const dueQuery = (kind: DeviceKind, span: DueSpan, length: number) =>
  queryOptions({
    queryKey: ["calibration", "due", kind, span, length],
    queryFn: ({ signal }) => {
      const query = new URLSearchParams({ ...dueCriteria(kind, span), iDisplayLength: String(length) });
      return callService<Page<CalibrationDueDto>>(`/service/calibration?${query}`, { signal });
    },
    placeholderData: keepPreviousData,
  });
