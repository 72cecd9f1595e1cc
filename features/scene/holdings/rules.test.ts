import { describe, expect, it } from "vitest";
import { temperatureOf, toneOf } from "./rules";
import type { PointState } from "./schema";

type Probe = PointState["probes"][number];
const probe = (id: number, values: Partial<Probe> = {}): Probe => ({
  id,
  measure: "temperature",
  value: 4,
  at: 0,
  state: "normal",
  staleAfterSeconds: 900,
  excursion: null,
  ...values,
});

describe("the tone of a carrier", () => {
  it.each([
    ["stopped", null, [], "paused"],
    ["normal", null, [probe(1)], "normal"],
    ["offline", null, [probe(1, { state: "stale" })], "offline"],
    ["unknown", null, [], "offline"],
    ["abnormal", "critical", [probe(1, { state: "above" })], "critical"],
    ["abnormal", "minor", [probe(1), probe(2, { excursion: { kind: "range", side: "below" } })], "below"],
    ["abnormal", null, [probe(1, { state: "above" })], "above"],
    ["abnormal", "minor", [probe(1, { excursion: { kind: "range", side: null } })], "warning"],
    [
      "abnormal",
      "minor",
      [probe(1), probe(2, { measure: "door", excursion: { kind: "state", side: "above" } })],
      "warning",
    ],
  ] as const)("%s, worst %s, is %s", (status, worstExcursion, probes, tone) => {
    expect(toneOf({ status, worstExcursion, probes: [...probes] })).toBe(tone);
  });
});

it("is told by the temperature that is out of range, else by the first", () => {
  const humid = probe(1, { measure: "humidity" });
  expect(temperatureOf({ probes: [humid] })).toBeUndefined();
  expect(temperatureOf({ probes: [humid, probe(2), probe(3)] })?.id).toBe(2);
  expect(temperatureOf({ probes: [probe(2), probe(3, { state: "below" })] })?.id).toBe(3);
});
