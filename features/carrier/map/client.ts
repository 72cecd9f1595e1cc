import { useQuery } from "@tanstack/react-query";
import { useEffect, useEffectEvent, useRef, useState } from "react";
import type { DeviceEvent, LivePosition } from "@/features/telemetry/live/live.schema";
import { callService } from "@/lib/http/call-service";
import { useGathered, useLive } from "@/lib/live/use-live";
import type { MonitoringPointDto } from "../monitoring/monitoring.schema";
import { type CarrierOnMap, carriersOf, withFresh, withPositions } from "./rules";
import type { CarrierMapDto } from "./schema";

const PATH = "/service/carrier/map";
/** Changes within this window are shown together. */
const BATCH_WINDOW_MS = 500;
/** A value that leaves its range without an alarm publishes no event, so states are refetched at this interval. */
const ANEW_MS = 60_000;
/** Up to this many changes are fetched by id; beyond it everything is refetched. */
const MOST_IDS = 200;

export type Criteria = Readonly<Record<string, string>>;

const ask = (query: Criteria) => callService<CarrierMapDto>(`${PATH}?${new URLSearchParams(query)}`).catch(() => null);

/** The carriers of a response, kept up to date by the live stream; `total` includes those without a position. */
export function useCarriersOnMap(dto: CarrierMapDto, criteria: Criteria) {
  const [shown, setShown] = useState(dto);
  const [carriers, setCarriers] = useState<readonly CarrierOnMap[]>(() => carriersOf(dto));
  if (shown !== dto) {
    setShown(dto);
    setCarriers(carriersOf(dto));
  }
  const moved = useRef<LivePosition[]>([]);
  const waiting = useRef(new Set<number>());
  /** Responses to an earlier selection are discarded. */
  const current = useRef(dto);
  useEffect(() => {
    current.current = dto;
  }, [dto]);

  const readAll = useEffectEvent(async () => {
    const asked = current.current;
    const fresh = await ask(criteria);
    if (fresh && current.current === asked)
      setCarriers((known) => withFresh(known, new Set(known.map(({ id }) => id)), carriersOf(fresh)));
  });
  const readSome = async (ids: ReadonlySet<number>) => {
    const asked = current.current;
    const fresh = await ask({ ...criteria, ids: [...ids].join(",") });
    if (fresh && current.current === asked) setCarriers((known) => withFresh(known, ids, carriersOf(fresh)));
  };
  const plan = useGathered(() => {
    const positions = moved.current.splice(0);
    if (positions.length > 0) setCarriers((known) => withPositions(known, positions));
    const ids = new Set(waiting.current);
    waiting.current.clear();
    if (ids.size > MOST_IDS) void readAll();
    else if (ids.size > 0) void readSome(ids);
  }, BATCH_WINDOW_MS);
  const note = (carrierId: number | null | undefined) => {
    if (!carrierId) return;
    waiting.current.add(carrierId);
    plan();
  };
  useEffect(() => {
    const clock = setInterval(() => document.visibilityState === "visible" && void readAll(), ANEW_MS);
    return () => clearInterval(clock);
  }, []);
  useLive<LivePosition[]>("position", (positions) => {
    moved.current.push(...positions);
    plan();
  });
  useLive<{ carrierId: number | null }>("exception", ({ carrierId }) => note(carrierId));
  useLive<DeviceEvent>("device", ({ carrierId }) => note(carrierId));
  return carriers;
}

/** One carrier with its values, for the card. */
export const usePointOnMap = (id: number) =>
  useQuery({
    queryKey: ["carrier", "map", id],
    queryFn: ({ signal }) => callService<MonitoringPointDto>(`/service/carrier/${id}/monitoring`, { signal }),
    staleTime: 0,
  });
