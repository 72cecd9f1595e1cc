import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import type { DeviceKind } from "@/db/enums";
import { callService } from "@/lib/http/call-service";
import type { Page } from "@/lib/resource/list-query";
import type { CalibrationDueDto } from "./calibration.schema";
import type { DueSpan } from "./due.schema";

/** Query: devices of a kind by the end of their calibration, soonest first. */
export const dueQuery = (kind: DeviceKind, span: DueSpan, length: number) =>
  queryOptions({
    queryKey: ["calibration", "due", kind, span, length],
    queryFn: ({ signal }) => {
      const query = new URLSearchParams({
        kind,
        iDisplayLength: String(length),
        sort: span === "none" ? "name" : "dueOn",
      });
      query.set(span === "expired" || span === "none" ? "state" : "dueWithinDays", span);
      return callService<Page<CalibrationDueDto>>(`/service/calibration?${query}`, { signal });
    },
    placeholderData: keepPreviousData,
  });
