import { describe, expect, it } from "vitest";
import { assertEnabled, assertPast, BEHIND_MS, barsOf, conditionOf, volumeOf } from "./rules";

const NOW = Date.UTC(2026, 10, 22, 8, 30);
const FACTS = { isEnabled: true, failures: 0, waitingSince: null, isReplaying: false, lastSuccessAt: NOW };

describe("how it stands with a target", () => {
  it.each([
    [{ isEnabled: false, failures: 3 }, "off"],
    [{ failures: 1, waitingSince: 0 }, "failing"],
    [{ waitingSince: NOW - BEHIND_MS - 1 }, "behind"],
    [{ waitingSince: NOW - BEHIND_MS }, "sending"],
    [{ isReplaying: true }, "replaying"],
    [{ lastSuccessAt: null }, "idle"],
    [{}, "sending"],
  ])("%j: %s", (change, expected) => {
    expect(conditionOf({ ...FACTS, ...change }, NOW)).toBe(expected);
  });
});

describe("the bars of traffic", () => {
  const hour = (text: string, messages: number) => ({
    hour: text,
    messages,
    readings: 2,
    exceptions: 1,
    bytes: 10,
    failures: 1,
  });
  const traffic = [
    hour("2026-11-21T08:00:00Z", 100),
    hour("2026-11-21T09:00:00Z", 1),
    hour("2026-11-22T07:00:00Z", 2),
    hour("2026-11-22T08:00:00Z", 4),
  ];

  it.each([
    [24, 24, 3_600_000, 7, [1, 2, 4]],
    [168, 28, 6 * 3_600_000, 107, [100, 1, 6]],
    [720, 30, 24 * 3_600_000, 107, [100, 7]],
  ])("of %i hours are %i, of equal length, up to the present one", (hours, count, length, sum, heights) => {
    const bars = barsOf(traffic, hours, NOW);
    expect(bars).toHaveLength(count);
    expect(new Set(bars.map(({ from, to }) => to - from))).toEqual(new Set([length]));
    expect(bars.at(-1)?.to).toBe(Date.UTC(2026, 10, 22, 9));
    expect(bars.reduce((total, { messages }) => total + messages, 0)).toBe(sum);
    expect(bars.map(({ messages }) => messages).filter(Boolean)).toEqual(heights);
  });
});

it.each([
  [0, 0, "B"],
  [999, 999, "B"],
  [1500, 1.5, "kB"],
  [2_000_000, 2, "MB"],
  [3e12, 3000, "GB"],
])("%i bytes are %f %s", (bytes, value, unit) => {
  expect(volumeOf(bytes)).toEqual({ value, unit });
});

it("nothing of the future is sent again, and nothing to a target that is off", () => {
  expect(() => assertPast(new Date(NOW - 1), new Date(NOW))).not.toThrow();
  expect(() => assertPast(new Date(NOW), new Date(NOW))).toThrow("from: must lie in the past");
  expect(() => assertEnabled(true)).not.toThrow();
  expect(() => assertEnabled(false)).toThrow("id: is disabled");
});
