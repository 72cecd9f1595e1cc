import { expect, it } from "vitest";
import { newestOf, touchedOf } from "./correction.rules";

it("spans what was touched, probe by probe", () => {
  const touched = touchedOf([
    { probeId: 1, at: 5 },
    { probeId: 2, at: 7 },
    { probeId: 1, at: 3 },
    { probeId: 1, at: 4 },
  ]);
  expect([...touched]).toEqual([
    [1, { earliest: 3, latest: 5 }],
    [2, { earliest: 7, latest: 7 }],
  ]);
});

it("knows the newest value, or that there is none", () => {
  expect(newestOf(1, [])).toEqual({ probeId: 1, lastAt: null, lastValue: null, trend: null });
  expect(newestOf(1, [{ at: 0, value: 5, measure: "temperature" }])).toEqual({
    probeId: 1,
    lastAt: 0,
    lastValue: 5,
    trend: null,
  });
  const { lastValue, trend } = newestOf(1, [
    { at: 0, value: 5, measure: "temperature" },
    { at: 60_000, value: 6, measure: "temperature" },
  ]);
  expect([lastValue, trend]).toEqual([6, 1]);
});
