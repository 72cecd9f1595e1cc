import { createContext, useContext, useRef, useSyncExternalStore } from "react";
import { useNow } from "@/components/ui/use-now";
import type { DeviceEvent, LiveReading } from "@/features/telemetry/live/live.schema";
import { withReading } from "@/features/telemetry/live/reading.rules";
import { callService } from "@/lib/http/call-service";
import { useGathered, useLive, useWatched } from "@/lib/live/use-live";
import { isWorstFirst, pointStatus } from "./monitoring.rules";
import type { MonitoringListDto, MonitoringPointDto, MonitoringSummary } from "./monitoring.schema";

const PATH = "/service/carrier/monitoring";
/** Changes of this span are fetched together. */
const BATCH_WINDOW_MS = 400;
/** Criteria that narrow the counts; the others are what is counted. */
const CRITERIA = new Set(["q", "sceneId", "type"]);

/** The points of a page, kept true by the live stream. Their order stays as the server sent it. */
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

  /** Takes values that are newer than those shown; whether the state of any point is another then. */
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

  /** Takes points as the server knows them; what the stream told meanwhile may be newer. */
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

  /** Something became abnormal that stands on no row of this page. */
  noteElsewhere(): void {
    this.isChangedElsewhere = true;
    this.tell();
  }

  /** Whether "worst first" would show other rows, or in another order, at `now` (epoch ms). */
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

/** A point of the list as it is now; the component renders again when this point changes, and no other. */
export function usePoint(id: number): MonitoringPointDto {
  const store = useStore();
  const read = () => store.read(id);
  const point = useSyncExternalStore(store.subscribe, read, read);
  if (!point) throw new Error(`no point ${id} in the list`);
  return point;
}

/** Whether the rows no longer stand in the order "worst first"; `now` is the server's clock of the page. */
export function useOutOfOrder(now: number): boolean {
  const store = useStore();
  const current = useNow(now);
  const read = () => store.isOutOfOrder(current);
  return useSyncExternalStore(store.subscribe, read, () => false);
}

/** How many carriers are in which state, as of now. */
export function useSummary(): MonitoringSummary {
  const store = useStore();
  return useSyncExternalStore(store.subscribe, store.readSummary, store.readSummary);
}

/** The call for the counts over what the criteria let through, whatever their state. */
function summaryPath(criteria: Readonly<Record<string, string>>): string {
  const kept = Object.entries(criteria).filter(([name]) => CRITERIA.has(name));
  return `${PATH}?${new URLSearchParams([...kept, ["iDisplayLength", "1"]])}`;
}

/** Keeps a page of points true: values as they come, and anew from the server what an alarm or a switch has changed. */
export function useFollow(store: PointStore, criteria: Readonly<Record<string, string>>, now: number): void {
  const waiting = useRef(new Set<number>());

  // A failed call leaves things as they are: the next change, or a reset of the stream, reads them again.
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
  useLive<DeviceEvent>("device", ({ carrierId }) => note(carrierId, false));
}
