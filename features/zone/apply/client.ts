import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { callService } from "@/lib/http/call-service";
import type { Page } from "@/lib/resource/list-query";
import type { CandidateDto } from "./schema";

/** Maximum carriers shown at once; the search finds the rest. */
const SHOWN = 100;

export type Wanted = { q: string; type: string; sceneId: string };

/** The carriers that a range can be applied to, narrowed by the non-empty criteria. */
export function candidatesQuery(zoneId: number, wanted: Wanted) {
  const search = new URLSearchParams({ iDisplayLength: String(SHOWN) });
  for (const [name, value] of Object.entries(wanted)) if (value !== "") search.set(name, value);
  return queryOptions({
    queryKey: ["zone", zoneId, "candidates", search.toString()],
    queryFn: ({ signal }) => callService<Page<CandidateDto>>(`/service/zone/${zoneId}/candidate?${search}`, { signal }),
    placeholderData: keepPreviousData,
  });
}

/** Applies the range to these carriers, all or none. */
export const applyRange = (zoneId: number, carrierIds: readonly number[]) =>
  callService<{ carrierIds: number[] }>(`/service/zone/${zoneId}/bind`, { method: "POST", body: { carrierIds } });
