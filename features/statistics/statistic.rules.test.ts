import { expect, it } from "vitest";
import { NOTHING, type Sums } from "@/features/observation/observation.rules";
import { arrheniusTerm } from "@/lib/units/kinetic";
import { changeOf, figuresOf, heatDays, type Mounted, rowsOf, sorted } from "./statistic.rules";
import type { StatisticRow } from "./statistic.schema";

const HOUR_MS = 3_600_000;

const mounted = (carrierId: number, probeId: number, more: Partial<Mounted> = {}): Mounted => ({
  carrierId,
  probeId,
  carrierName: `carrier ${carrierId}`,
  carrierType: "refrigerator",
  sceneId: 7,
  sceneName: "ward",
  probeName: `probe ${probeId}`,
  observation: {
    ...{ probeId, from: 0, to: 10 * HOUR_MS, period: { from: 0, to: Number.POSITIVE_INFINITY } },
    ...{ minimum: 2, maximum: 8, stepMs: 600_000, isTemperature: true },
  },
  ...more,
});

const sums = (hours: number, within: number, value: number): Sums => ({
  ...NOTHING,
  count: hours,
  sum: hours * value,
  minimum: value,
  maximum: value,
  observedMs: hours * HOUR_MS,
  withinMs: within * HOUR_MS,
  area: hours * HOUR_MS * value,
  aboveArea: 60_000,
});

const NOW = 10 * HOUR_MS;

it("weighs probes by the time for which each was observed", () => {
  const [one, two] = [mounted(1, 1), mounted(2, 2)];
  const parts = [
    { ...one, sums: sums(10, 10, 4) },
    { ...two, sums: sums(2, 1, 10) },
  ];
  expect(figuresOf(parts, [], NOW)).toMatchObject({
    mean: 5,
    minimum: 4,
    maximum: 10,
    passRate: 11 / 12,
    completeness: 12 / 20,
    outsideSeconds: 3600,
    degreeMinutes: 2,
  });
});

it("has no pass rate without limits, and counts such probes for nothing else that needs them", () => {
  const free = mounted(1, 1);
  const part = { ...free, observation: { ...free.observation, minimum: null, maximum: null }, sums: sums(10, 10, 4) };
  expect(figuresOf([part], [], NOW)).toMatchObject({
    passRate: null,
    outsideSeconds: null,
    degreeMinutes: null,
    mean: 4,
  });
  const limited = { ...free, sums: sums(2, 1, 4) };
  expect(figuresOf([part, limited], [], NOW)).toMatchObject({ passRate: 0.5, outsideSeconds: 3600 });
});

it("has neither mean nor kinetic temperature over carriers of several types", () => {
  const warm = mounted(2, 2, { carrierType: "warehouse" });
  const parts = [
    { ...mounted(1, 1), sums: sums(10, 10, 4) },
    { ...warm, sums: sums(10, 10, 20) },
  ];
  expect(figuresOf(parts, [], NOW)).toMatchObject({
    isMixed: true,
    mean: null,
    meanKineticTemperature: null,
    minimum: 4,
    maximum: 20,
    passRate: 1,
  });
  expect(figuresOf(parts.slice(1), [], NOW)).toMatchObject({ isMixed: false, mean: 20 });
  const rows = rowsOf("place", [mounted(1, 1), warm], [sums(1, 1, 4), sums(1, 1, 20)], [], NOW);
  expect(rows).toMatchObject([{ isMixed: true, mean: null }]);
});

it("has no kinetic temperature of what is frozen or observed for less than 90 %, and says so", () => {
  const cold = (hours: number, value: number) => ({
    ...mounted(1, 1),
    sums: { ...sums(hours, hours, value), arrheniusArea: hours * HOUR_MS * arrheniusTerm(value) },
  });
  const kinetic = (...parts: ReturnType<typeof cold>[]) => figuresOf(parts, [], NOW);
  expect(kinetic(cold(9, 4))).toMatchObject({ meanKineticTemperature: expect.closeTo(4, 9), kineticRefusal: null });
  expect(kinetic(cold(6.7, 4))).toMatchObject({ meanKineticTemperature: null, kineticRefusal: "incomplete" });
  expect(kinetic(cold(10, -20))).toMatchObject({ meanKineticTemperature: null, kineticRefusal: "frozen" });
  // Together they are observed for more than 90 %.
  expect(kinetic(cold(8.5, 4), cold(10, 4))).toMatchObject({ kineticRefusal: null });
});

it("groups by place, type, carrier and probe, with the excursions of each", () => {
  const all = [mounted(1, 1), mounted(1, 2), mounted(2, 3, { sceneId: 8, sceneName: "store", carrierType: "vehicle" })];
  const found = all.map(() => sums(10, 9, 5));
  const counts = { acknowledged: 1, acknowledgeSeconds: 60, ended: 2, closeSeconds: 600 };
  const excursions = [
    { carrierId: 1, probeId: 1, count: 2, ...counts },
    { carrierId: 2, probeId: 3, count: 1, ...counts },
    { carrierId: 9, probeId: 9, count: 5, ...counts },
  ];
  const rows = (by: "place" | "type" | "carrier" | "probe") =>
    rowsOf(by, all, found, excursions, NOW).map(({ key, carriers, probes, excursions: count }) => [
      key,
      carriers,
      probes,
      count,
    ]);
  expect(rows("place")).toEqual([
    ["place:7", 1, 2, 2],
    ["place:8", 1, 1, 1],
  ]);
  expect(rows("type")).toEqual([
    ["type:refrigerator", 1, 2, 2],
    ["type:vehicle", 1, 1, 1],
  ]);
  expect(rows("carrier")).toEqual([
    ["carrier:1", 1, 2, 2],
    ["carrier:2", 1, 1, 1],
  ]);
  expect(rows("probe")).toEqual([
    ["probe:1.1", 1, 1, 2],
    ["probe:1.2", 1, 1, 0],
    ["probe:2.3", 1, 1, 1],
  ]);
  expect(rowsOf("carrier", all, found, excursions, NOW)[0]).toMatchObject({
    acknowledgeSeconds: 60,
    closeSeconds: 300,
  });
});

it("sorts rows without the figure last, in either direction", () => {
  const row = (name: string, passRate: number | null) => ({ name, key: name, passRate }) as StatisticRow;
  const rows = [row("b", null), row("c", 0.5), row("a", 0.9), row("d", 0.5)];
  const names = (dir: "asc" | "desc") => sorted(rows, "passRate", dir).map(({ name }) => name);
  expect(names("asc")).toEqual(["c", "d", "a", "b"]);
  expect(names("desc")).toEqual(["a", "c", "d", "b"]);
  expect(sorted(rows, "name", "desc").map(({ name }) => name)).toEqual(["d", "c", "b", "a"]);
});

it("compares only what is known on both sides", () => {
  expect(changeOf(0.9, 0.8)).toBeCloseTo(0.1, 9);
  expect(changeOf(null, 0.8)).toBeNull();
  expect(changeOf(0.9, undefined)).toBeNull();
});

it("bounds a heat map by its probes", () => {
  expect(heatDays(1)).toBe(1250);
  expect(heatDays(40)).toBe(31);
  expect(heatDays(0)).toBe(1250);
});
