"use client";

import { keepPreviousData, useQuery, useQueryClient } from "@tanstack/react-query";
import type { MonitoringListDto, MonitoringPointDto } from "@/features/carrier/monitoring/monitoring.schema";
import type { PlanChoice } from "@/features/scene/floor-plan/schema";
import type { SceneDto } from "@/features/scene/scene.schema";
import type { LiveReading } from "@/features/telemetry/live/live.schema";
import { callService } from "@/lib/http/call-service";
import { useLive, useLiveRefresh, useWatched } from "@/lib/live/use-live";
import type { Page } from "@/lib/resource/list-query";
import { withReadings } from "../home.client";
import type { Card, CardContent, ContentDto, DashboardDto } from "./schema";

const PATH = "/service/dashboard";
const EVERY_MS = 60_000;

export const createDashboard = (name: string, cards: readonly Card[]) =>
  callService<DashboardDto>(PATH, { method: "POST", body: { name, cards } });

export const saveDashboard = ({ id, name, version, cards }: DashboardDto) =>
  callService<DashboardDto>(`${PATH}/${id}`, { method: "PUT", body: { name, version, cards } });

export const removeDashboard = (id: number) => callService(`${PATH}/${id}`, { method: "DELETE" });
export const putFirst = (id: number) => callService(`${PATH}/${id}/first`, { method: "PUT" });
export const shareDashboard = (id: number, shared: boolean) =>
  callService<DashboardDto>(`${PATH}/${id}/shared`, { method: "PUT", body: { shared } });

/** The carriers whose values a card shows. */
const pointsIn = (content: CardContent): MonitoringPointDto[] => {
  if (content.state !== "ok") return [];
  if (content.kind === "value") return [content.point];
  if (content.kind === "list") return content.list.items;
  return content.kind === "plan" ? content.points : [];
};

function taking(content: CardContent, readings: readonly LiveReading[]): CardContent {
  const points = pointsIn(content);
  const fresh = withReadings(points, readings);
  if (content.state !== "ok" || fresh === points) return content;
  if (content.kind === "value") return { ...content, point: fresh[0] ?? content.point };
  if (content.kind === "list") return { ...content, list: { ...content.list, items: fresh } };
  return content.kind === "plan" ? { ...content, points: fresh } : content;
}

type ContentsOf = { cards: readonly Card[]; first: ContentDto | null; now: number };

/**
 * The contents of all cards, fetched in one call: every minute and after events; values also come from the stream.
 * Unsaved cards of the editor are fetched like stored ones.
 */
export function useContents({ cards, first, now }: ContentsOf): ContentDto | undefined {
  const client = useQueryClient();
  const shown = cards.map(({ id, show }) => ({ id, show })).toSorted((a, b) => a.id.localeCompare(b.id));
  const queryKey = ["home", "cards", JSON.stringify(shown)];
  const { data } = useQuery({
    queryKey,
    queryFn: ({ signal }) =>
      callService<ContentDto>(`${PATH}/content`, { method: "POST", body: { cards: shown }, signal }),
    enabled: shown.length > 0,
    ...(first && { initialData: first, initialDataUpdatedAt: first.at }),
    placeholderData: keepPreviousData,
    staleTime: EVERY_MS,
    refetchInterval: EVERY_MS,
  });
  const watched = Object.values(data?.cards ?? {}).flatMap((content) => pointsIn(content).map(({ id }) => id));
  useWatched(
    [...new Set(watched)].toSorted((a, b) => a - b),
    now,
  );
  useLive<LiveReading[]>("reading", (readings) =>
    client.setQueryData<ContentDto>(queryKey, (known) => {
      if (!known) return known;
      const next = Object.entries(known.cards).map(([id, content]) => [id, taking(content, readings)] as const);
      return next.every(([id, content]) => content === known.cards[id])
        ? known
        : { ...known, cards: Object.fromEntries(next) };
    }),
  );
  useLiveRefresh(() => void client.invalidateQueries({ queryKey }));
  return data;
}

/** Carriers that match a text, with their measures. */
export const carrierChoices = (q: string) => ({
  queryKey: ["home", "choice", "carrier", q],
  queryFn: ({ signal }: { signal: AbortSignal }) =>
    callService<MonitoringListDto>(
      `/service/carrier/monitoring?${new URLSearchParams({ ...(q && { q }), sort: "name", iDisplayLength: "20" })}`,
      { signal },
    ),
  staleTime: EVERY_MS,
});

/** Carriers by id, for the names of those already selected. */
export const carriersById = (ids: readonly number[]) => ({
  queryKey: ["home", "choice", "carriers", ids.join(",")],
  queryFn: ({ signal }: { signal: AbortSignal }) =>
    callService<MonitoringListDto>(`/service/carrier/monitoring?ids=${ids.join(",")}&iDisplayLength=100`, { signal }),
  enabled: ids.length > 0,
  staleTime: EVERY_MS,
});

/** Nodes of the organisation tree by name. */
export const nodeChoices = () => ({
  queryKey: ["home", "choice", "node"],
  queryFn: ({ signal }: { signal: AbortSignal }) =>
    callService<Page<SceneDto>>("/service/scene?sort=name&iDisplayLength=100", { signal }),
  staleTime: EVERY_MS,
});

/** Floor plans with an image. */
export const planChoices = () => ({
  queryKey: ["home", "choice", "plan"],
  queryFn: ({ signal }: { signal: AbortSignal }) => callService<Page<PlanChoice>>("/service/home/plan", { signal }),
  staleTime: EVERY_MS,
});
