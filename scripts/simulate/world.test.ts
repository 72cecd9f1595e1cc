import { describe, expect, it } from "vitest";
import type { Measure } from "@/db/enums";
import { SCENARIO_DEVICES } from "@/features/simulation/scenario.rules";
import type { LoadedCarrier, LoadedDevice } from "./load";
import { LiveCarrier, LiveDevice, type Report } from "./world";

const NOW = Date.parse("2026-11-20T02:00:00Z");
const MINUTE = 60_000;

const FRIDGE: LoadedCarrier = {
  id: 1,
  name: "疫苗冰箱",
  type: "refrigerator",
  status: "running",
  defrostUntil: null,
  zones: { temperature: { minimum: 2, maximum: 8 } },
};

function device(
  serialNumber: string,
  values: Partial<Record<Measure, number>>,
  over: Partial<LoadedDevice> = {},
): LoadedDevice {
  return {
    serialNumber,
    typeCode: "zbp_1",
    mac: null,
    reportIntervalSeconds: 30,
    timeZone: "Asia/Shanghai",
    carrier: FRIDGE,
    probes: Object.entries(values).map(([measure, lastValue]) => ({ measure: measure as Measure, lastValue })),
    ...over,
  };
}

/** The reports of every half minute of a span. */
function play(loaded: LoadedDevice, minutes: number): Report[] {
  const carrier = loaded.carrier && LiveCarrier.of(loaded.carrier, [loaded], 1, NOW);
  const live = new LiveDevice(loaded, carrier, NOW);
  const rounds = Array.from({ length: minutes * 2 }, (_, index) => NOW + (index + 1) * 30_000);
  return rounds.flatMap((at) => live.report(at));
}

const temperatures = (reports: readonly Report[]) => reports.map(({ values }) => values.temperature as number);

describe("a live device", () => {
  it("goes on from its latest value", () => {
    const [first] = temperatures(play(device("ZB1-1", { temperature: 5.1 }), 1));
    expect(Math.abs((first as number) - 5.1)).toBeLessThan(0.5);
    const warm = temperatures(play(device("ZB1-1", { temperature: 12 }), 90));
    expect(warm[0]).toBeGreaterThan(11);
    expect(warm.at(-1)).toBeLessThan(7);
  });

  it("reports the same again for the same start", () => {
    const values = { temperature: 5, battery: 80, signal: -70 };
    expect(play(device("ZB1-2", values), 30)).toEqual(play(device("ZB1-2", values), 30));
  });

  it("tells the dying fridge's way over its limit", () => {
    const reports = play(device(SCENARIO_DEVICES["failing-compressor"], { temperature: 7.6 }), 8);
    const over = reports.find(({ values }) => (values.temperature as number) > 8);
    expect(over && over.at - NOW).toBeGreaterThan(MINUTE);
    expect(over && over.at - NOW).toBeLessThan(6 * MINUTE);
  });

  it("reports each change of a door at its own time, alternating", () => {
    const reports = play(device("DM1-1", { door: 0 }, { typeCode: "m1" }), 8 * 60);
    const changes = reports.filter(({ at }) => (at - NOW) % 30_000 !== 0);
    expect(changes.length).toBeGreaterThan(10);
    let isOpen = 0;
    let last = NOW;
    for (const { at, values } of reports) {
      expect(at).toBeGreaterThan(last);
      last = at;
      if ((at - NOW) % 30_000 !== 0) {
        expect(values.door).toBe(1 - isOpen);
        isOpen = values.door as number;
      } else expect(values.door).toBe(isOpen);
    }
  });

  it("falls silent with its battery and comes back with a new one", () => {
    const reports = play(device(SCENARIO_DEVICES["dying-battery"], { temperature: 5, battery: 3 }), 60);
    const charges = reports.map(({ values }) => values.battery as number);
    const empty = charges.findIndex((charge, index) => charge > (charges[index - 1] ?? 100));
    expect(charges[0]).toBeLessThanOrEqual(3);
    expect(charges[empty]).toBeGreaterThan(95);
    const [before, after] = [reports[empty - 1], reports[empty]] as [Report, Report];
    expect(after.at - before.at).toBeGreaterThanOrEqual(10 * MINUTE);
  });

  it("says nothing when its story is that it is dead", () => {
    expect(play(device(SCENARIO_DEVICES["dead-sensor"], { temperature: 5 }), 10)).toEqual([]);
  });

  it("is without power and warm on a carrier out of service", () => {
    const carrier = { ...FRIDGE, status: "repaired" as const };
    const reports = play(device("BS4-1", { power: 1, temperature: 22 }, { carrier, typeCode: "433" }), 120);
    expect(reports.every(({ values }) => values.power === 0)).toBe(true);
    expect(reports.at(-1)?.values.temperature).toBeGreaterThan(20);
  });

  it("of a lorry carries the position on its road", () => {
    const lorry: LoadedCarrier = {
      ...FRIDGE,
      name: "M IF 2103 Tiefkühlfahrzeug",
      type: "vehicle",
      zones: { temperature: { minimum: -24, maximum: -18 } },
    };
    const loaded = device(
      "4GG-1",
      { temperature: -21 },
      { carrier: lorry, typeCode: "4g_gps_2", timeZone: "Europe/Berlin" },
    );
    const reports = play(loaded, 60);
    expect(reports.every(({ position }) => position && position.lon > 11.43 && position.lon < 11.57)).toBe(true);
    expect(reports.some(({ position }) => (position?.speedKmh ?? 0) > 30)).toBe(true);
    expect(new Set(reports.map(({ position }) => `${position?.lon} ${position?.lat}`)).size).toBeGreaterThan(40);
  });
});
