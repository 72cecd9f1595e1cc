import { describe, expect, it, vi } from "vitest";
import { PointStore } from "./monitoring.client";
import type { MonitoringPointDto, MonitoringSummary } from "./monitoring.schema";

const now = Date.UTC(2026, 10, 20, 8);
const summary: MonitoringSummary = {
  total: 2,
  abnormal: 0,
  offline: 0,
  unknown: 0,
  normal: 2,
  stopped: 0,
  silenced: 0,
};

const point = (id: number, value = 5, change: Partial<MonitoringPointDto> = {}): MonitoringPointDto => ({
  id,
  name: `fridge ${id}`,
  type: "refrigerator",
  customerId: 1,
  customerName: null,
  scenePath: [],
  carrierStatus: "running",
  defrostUntil: null,
  status: "normal",
  alarmSwitch: "on",
  pausedUntil: null,
  probes: [
    {
      id: id * 10,
      measure: "temperature",
      value,
      at: now - 60_000,
      trend: null,
      minimum: 2,
      maximum: 8,
      state: "normal",
      staleAfterSeconds: 900,
      excursion: null,
    },
  ],
  gatewayOnline: null,
  openExceptions: null,
  worstExcursion: null,
  ...change,
});
const reading = (probeId: number, value: number, at = now) => ({
  carrierId: probeId / 10,
  probeId,
  at,
  value,
  trend: 0.2,
});

function storeOf(...items: MonitoringPointDto[]) {
  const store = new PointStore(items, summary);
  const told = vi.fn();
  store.subscribe(told);
  return { store, told, probeOf: (id: number) => store.read(id)?.probes[0] };
}

describe("PointStore", () => {
  it("takes newer values, and renders nothing for what is old, foreign or repeated", () => {
    const { store, told, probeOf } = storeOf(point(1), point(2));
    const untouched = store.read(2);
    store.takeReadings([reading(10, 6)]);
    expect(probeOf(1)).toMatchObject({ value: 6, at: now, trend: 0.2 });
    expect(store.read(2)).toBe(untouched);
    expect(told).toHaveBeenCalledTimes(1);
    store.takeReadings([reading(10, 6), reading(10, 1, now - 120_000), reading(990, 3)]);
    expect(probeOf(1)).toMatchObject({ value: 6 });
    expect(told).toHaveBeenCalledTimes(1);
  });

  it("takes points anew without going back behind what the stream told", () => {
    const { store, probeOf } = storeOf(point(1));
    store.takeReadings([reading(10, 7)]);
    store.takePoints([point(1, 4, { alarmSwitch: "off" }), point(3)]);
    expect(store.read(1)).toMatchObject({ alarmSwitch: "off" });
    expect(probeOf(1)).toMatchObject({ value: 7, at: now });
    expect(store.read(3)).toBeUndefined();
  });

  it("keeps the order and says when it is no longer the worst first", () => {
    const { store } = storeOf(point(1), point(2));
    expect(store.isOutOfOrder(now)).toBe(false);
    store.takeReadings([reading(20, 9)]);
    expect(store.ids).toEqual([1, 2]);
    expect(store.isOutOfOrder(now)).toBe(true);
    store.takeReadings([reading(20, 5, now + 1)]);
    expect(store.isOutOfOrder(now)).toBe(false);
    store.noteElsewhere();
    expect(store.isOutOfOrder(now)).toBe(true);
  });

  it("tells when a point's state is another, for the counts", () => {
    const { store } = storeOf(point(1));
    expect(store.takeReadings([reading(10, 6)])).toBe(false);
    expect(store.takeReadings([reading(10, 9, now + 1)])).toBe(true);
    expect(store.takeReadings([reading(10, 10, now + 2)])).toBe(false);
    expect(store.takeReadings([reading(10, 5, now + 3)])).toBe(true);
  });

  it("hands the counts on", () => {
    const { store, told } = storeOf(point(1));
    store.takeSummary({ ...summary, abnormal: 1 });
    expect(store.readSummary().abnormal).toBe(1);
    expect(told).toHaveBeenCalledTimes(1);
  });
});
