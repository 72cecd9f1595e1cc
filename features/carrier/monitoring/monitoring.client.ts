import { createContext, useContext, useRef, useSyncExternalStore } from "react";
import { useNow } from "@/components/value/use-now";
import type { DeviceEvent, LiveReading } from "@/features/telemetry/live/live.schema";
import { withReading } from "@/features/telemetry/live/reading.rules";
import { callService } from "@/lib/http/call-service";
import { useGathered, useLive, useWatched } from "@/lib/live/use-live";
import { isWorstFirst, pointStatus } from "./monitoring.rules";
import type { MonitoringListDto, MonitoringPointDto, MonitoringSummary } from "./monitoring.schema";

const PATH = "/service/carrier/monitoring";
/** Changes within this window are fetched together. */
const BATCH_WINDOW_MS = 400;
/** Criteria that apply to the counts; the others select by what is counted. */
const CRITERIA = new Set(["q", "sceneId", "type"]);

/** The points of a page, kept up to date by the live stream. Their order stays as sent by the server. */
export class PointStore {
  readonly ids: readonly number[];
  private readonly points = new Map<number, MonitoringPointDto>();
  private readonly owners = new Map<number, number>();
  private readonly listeners = new Set<() => void>();
  private isChangedElsewhere = false;

  constructor(
    items: readonly MonitoringPointDto[],
    private summary: MonitoringSummary,
  ) {
    this.ids = items.map(({ id }) => id);
    for (const point of items) {
      this.points.set(point.id, point);
      for (const { id } of point.probes) this.owners.set(id, point.id);
    }
  }

  subscribe = (listener: () => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };

  read(id: number): MonitoringPointDto | undefined {
    return this.points.get(id);
  }

  readSummary = (): MonitoringSummary => this.summary;

  takeSummary(summary: MonitoringSummary): void {
    this.summary = summary;
    this.tell();
  }

  /** Applies values that are newer than those shown; returns whether the state of any point has changed. */
  takeReadings(readings: readonly LiveReading[]): boolean {
    let isNew = false;
    let isOtherState = false;
    for (const reading of readings) {
      const { probeId, at } = reading;
      const point = this.points.get(this.owners.get(probeId) ?? 0);
      const probe = point?.probes.find(({ id }) => id === probeId);
      if (!point || !probe) continue;
      const fresh = withReading(probe, reading);
      if (fresh === probe) continue;
      const probes = point.probes.map((known) => (known === probe ? fresh : known));
      const next = { ...point, probes };
      this.points.set(point.id, next);
      isNew = true;
      const now = at ?? probe.at ?? 0;
      isOtherState ||= pointStatus(point, now) !== pointStatus(next, now);
    }
    if (isNew) this.tell();
    return isOtherState;
  }

  /** Applies points from the server. Values that the stream delivered meanwhile may be newer. */
  takePoints(points: readonly MonitoringPointDto[]): void {
    for (const point of points) {
      const shown = this.points.get(point.id)?.probes;
      if (!shown) continue;
      const probes = point.probes.map((probe) => {
        const known = shown.find(({ id }) => id === probe.id);
        if (!known || (known.at ?? 0) <= (probe.at ?? 0)) return probe;
        return {
          ...probe,
          value: known.value,
          at: known.at,
          trend: known.trend,
          unconfirmed: known.unconfirmed ?? null,
        };
      });
      this.points.set(point.id, { ...point, probes });
    }
    this.tell();
  }

  /** Records that a carrier outside this page became abnormal. */
  noteElsewhere(): void {
    this.isChangedElsewhere = true;
    this.tell();
  }

  /** Whether "worst first" would now yield other rows or another order (`now` in epoch ms). */
  isOutOfOrder(now: number): boolean {
    return this.isChangedElsewhere || !isWorstFirst([...this.points.values()], now);
  }

  private tell(): void {
    for (const listener of this.listeners) listener();
  }
}

export const PointContext = createContext<PointStore | null>(null);

function useStore(): PointStore {
  const store = useContext(PointContext);
  if (!store) throw new Error("a point outside of its list");
  return store;
}

/** The current state of a point of the list; the component re-renders only when this point changes. */
export function usePoint(id: number): MonitoringPointDto {
  const store = useStore();
  const read = () => store.read(id);
  const point = useSyncExternalStore(store.subscribe, read, read);
  if (!point) throw new Error(`no point ${id} in the list`);
  return point;
}

/** Whether the rows deviate from the order "worst first"; `now` is the server's clock when the page was rendered. */
export function useOutOfOrder(now: number): boolean {
  const store = useStore();
  const current = useNow(now);
  const read = () => store.isOutOfOrder(current);
  return useSyncExternalStore(store.subscribe, read, () => false);
}

/** The current number of carriers per state. */
export function useSummary(): MonitoringSummary {
  const store = useStore();
  return useSyncExternalStore(store.subscribe, store.readSummary, store.readSummary);
}

/** Path of the call for the counts, which ignore the filter by state. */
function summaryPath(criteria: Readonly<Record<string, string>>): string {
  const kept = Object.entries(criteria).filter(([name]) => CRITERIA.has(name));
  return `${PATH}?${new URLSearchParams([...kept, ["iDisplayLength", "1"]])}`;
}

/** Keeps a page of points up to date: values from the stream; points whose state, alarm or switch changed are refetched. */
export function useFollow(store: PointStore, criteria: Readonly<Record<string, string>>, now: number): void {
  const waiting = useRef(new Set<number>());

  // A failed call changes nothing: the next change, or a reset of the stream, fetches again.
  const call = (path: string) => callService<MonitoringListDto>(path).catch(() => null);
  const refresh = async () => {
    const ids = [...waiting.current];
    waiting.current.clear();
    const [page, counts] = await Promise.all([
      ids.length > 0 ? call(`${PATH}?ids=${ids}&iDisplayLength=100`) : null,
      call(summaryPath(criteria)),
    ]);
    if (page) store.takePoints(page.items);
    if (counts) store.takeSummary(counts.summary);
  };
  const plan = useGathered(() => void refresh(), BATCH_WINDOW_MS);
  const note = (carrierId: number | null | undefined, isNew: boolean) => {
    if (carrierId && store.read(carrierId)) waiting.current.add(carrierId);
    else if (isNew) store.noteElsewhere();
    plan();
  };
  useWatched(store.ids, now);
  useLive<LiveReading[]>("reading", (readings) => {
    if (store.takeReadings(readings)) plan();
  });
  useLive<{ carrierId: number | null; change: string }>("exception", ({ carrierId, change }) =>
    note(carrierId, change === "opened"),
  );
  useLive<{ carrierId: number | null }>("state", ({ carrierId }) => note(carrierId, false));
  useLive<DeviceEvent>("device", ({ carrierId }) => note(carrierId, false));
}
