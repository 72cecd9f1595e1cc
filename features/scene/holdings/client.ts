import { keepPreviousData } from "@tanstack/react-query";
import { callService } from "@/lib/http/call-service";
import type { HoldingPart, HoldingsDto, PointState } from "./schema";

type Ask = { part: HoldingPart; start: number; length: number; q?: string; below?: boolean };

/** Query options for a page of a node's contents. */
export const holdingsQuery = (id: number, { part, start, length, q = "", below = false }: Ask) => {
  const query = new URLSearchParams({
    part,
    iDisplayStart: String(start),
    iDisplayLength: String(length),
    ...(q && { q }),
    ...(below && { below: "true" }),
  });
  return {
    queryKey: ["scene", "holdings", id, query.toString()],
    queryFn: ({ signal }: { signal: AbortSignal }) =>
      callService<HoldingsDto>(`/service/scene/${id}/holdings?${query}`, { signal }),
    placeholderData: keepPreviousData,
  };
};

/** Maximum carriers per call. */
const AT_ONCE = 100;

/** The live values of these carriers; those not visible to the account are omitted. */
export async function callPoints(ids: readonly number[], signal?: AbortSignal): Promise<PointState[]> {
  const parts: number[][] = [];
  for (let at = 0; at < ids.length; at += AT_ONCE) parts.push(ids.slice(at, at + AT_ONCE));
  const pages = await Promise.all(
    parts.map((part) =>
      callService<{ items: PointState[] }>(
        `/service/carrier/monitoring?ids=${part.join(",")}&iDisplayLength=${AT_ONCE}`,
        signal ? { signal } : {},
      ),
    ),
  );
  return pages.flatMap(({ items }) => items);
}

/** Query options for live values. */
export const pointsQuery = (ids: readonly number[]) => ({
  queryKey: ["scene", "points", ids.join(",")],
  queryFn: ({ signal }: { signal: AbortSignal }) => callPoints(ids, signal),
  enabled: ids.length > 0,
});
