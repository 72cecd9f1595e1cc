import { keepPreviousData, useQuery, useQueryClient } from "@tanstack/react-query";
import type { LiveReading } from "@/features/telemetry/live/live.schema";
import { withReading } from "@/features/telemetry/live/reading.rules";
import { callService } from "@/lib/http/call-service";
import { useGathered, useLive, useLiveRefresh, useWatched } from "@/lib/live/use-live";
import type { Page } from "@/lib/resource/list-query";
import { callPoints } from "../holdings/client";
import type { PointState } from "../holdings/schema";
import type { SceneDto } from "../scene.schema";
import type { Candidate, Placement, PlanDto } from "./schema";

const OFFERED = 50;
/** An image of 20 MB takes time to upload. */
const UPLOAD_MS = 120_000;

/** URL of a plan's image; its id in the URL bypasses the browser cache after a change. */
export const pictureUrl = (sceneId: number, pictureId: string) => `/service/scene/${sceneId}/picture?v=${pictureId}`;

/** Query options for the carriers that can be placed on a plan. */
export const candidatesQuery = (sceneId: number, q: string) => ({
  queryKey: ["scene", "candidates", sceneId, q],
  queryFn: ({ signal }: { signal: AbortSignal }) =>
    callService<Page<Candidate>>(
      `/service/scene/${sceneId}/candidate?${new URLSearchParams({ iDisplayLength: String(OFFERED), ...(q && { q }) })}`,
      { signal },
    ),
  placeholderData: keepPreviousData,
});

export const savePlacements = (sceneId: number, items: readonly Placement[]) =>
  callService<PlanDto>(`/service/scene/${sceneId}/placement`, {
    method: "PUT",
    body: { items: items.map(({ carrierId, x, y }) => ({ carrierId, x, y })) },
  });

export const uploadPicture = (sceneId: number, file: Blob) =>
  callService<SceneDto>(`/service/scene/${sceneId}/picture`, { method: "PUT", body: file, timeoutMs: UPLOAD_MS });

export const removePicture = (sceneId: number) =>
  callService<SceneDto>(`/service/scene/${sceneId}/picture`, { method: "DELETE" });

/** Changes within this window are fetched together; states follow values with this delay. */
const BATCH_WINDOW_MS = 400;
const STATE_MS = 5_000;

/** The current carriers of a plan: values come from the stream, states are refetched shortly afterwards. */
export function useLivePoints(ids: readonly number[], first: readonly PointState[], now: number) {
  const client = useQueryClient();
  const queryKey = ["scene", "points", ids.join(",")];
  const { data } = useQuery({
    queryKey,
    queryFn: ({ signal }) => callPoints(ids, signal),
    enabled: ids.length > 0,
    ...(first.length > 0 && { initialData: [...first] }),
    staleTime: Number.POSITIVE_INFINITY,
  });
  const refresh = () => void client.invalidateQueries({ queryKey });
  const judgeSoon = useGathered(refresh, STATE_MS);
  const isShown = (carrierId: number | null | undefined) => carrierId != null && ids.includes(carrierId);

  useWatched(ids, now);
  useLive<LiveReading[]>("reading", (readings) => {
    const newest = new Map(readings.filter(({ carrierId }) => isShown(carrierId)).map((one) => [one.probeId, one]));
    if (newest.size === 0) return;
    client.setQueryData<PointState[]>(queryKey, (points) =>
      points?.map((point) =>
        point.probes.some(({ id }) => newest.has(id))
          ? {
              ...point,
              probes: point.probes.map((probe) => {
                const fresh = newest.get(probe.id);
                return fresh ? withReading(probe, fresh) : probe;
              }),
            }
          : point,
      ),
    );
    judgeSoon();
  });
  useLiveRefresh(refresh, { concerns: ({ carrierId }) => isShown(carrierId), windowMs: BATCH_WINDOW_MS });
  return new Map((data ?? []).map((point) => [point.id, point]));
}
