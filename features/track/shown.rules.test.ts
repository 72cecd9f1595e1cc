import { describe, expect, it } from "vitest";
import { advanced, insideOf, openWithin, partsOf, placeAt, toneOfValue, valueAt } from "./shown.rules";

const track = { at: [0, 100, 200, 900], longitude: [0, 1, 2, 9], latitude: [10, 10, 12, 12], speedKmh: [0, 1, 2, 3] };
const series = { probeId: 1, at: [0, 100, 200], min: [4, 9, 1], mean: [4, 9, 1], max: [4, 9, 1] };
const limits = { minimum: 2, maximum: 8 };

describe("placeAt", () => {
  it.each([
    [-5, [0, 10]],
    [0, [0, 10]],
    [150, [1.5, 11]],
    [200, [2, 12]],
    [5000, [9, 12]],
  ])("at %d", (at, place) => expect(placeAt(track, at)).toEqual(place));

  it("is nowhere without a position", () => {
    expect(placeAt({ at: [], longitude: [], latitude: [], speedKmh: [] }, 0)).toBeNull();
  });
});

it.each([
  [-1, null],
  [99, 4],
  [100, 9],
  [349, 1],
  [351, null],
])("the value at %d, not older than 150 ms: %s", (at, value) => {
  expect(valueAt(series, at, 150)).toBe(value);
});

it("a value holds until the next one, however slowly they come, and not over a gap", () => {
  const slow = { at: [0, 1000, 2000, 2001, 9000], mean: [4, 5, 6, null, 7] };
  expect([500, 1999, 2100, 2151, 8999, 9100, 9151].map((at) => valueAt(slow, at, 150))).toEqual([
    4,
    5,
    6,
    null,
    null,
    7,
    null,
  ]);
});

it.each([
  [8, limits, "normal"],
  [8.1, limits, "above"],
  [1.9, limits, "below"],
  [null, limits, "offline"],
  [5, { minimum: null, maximum: null }, "offline"],
  [50, { minimum: 2, maximum: null }, "normal"],
] as const)("%s °C is %s", (value, range, tone) => expect(toneOfValue(value, range)).toBe(tone));

it("the track comes in stretches of one colour, silences dashed", () => {
  const tones = (at: number) => toneOfValue(valueAt(series, at, 150), limits);
  expect(partsOf(track, [{ from: 200, to: 900 }], tones)).toEqual([
    {
      places: [
        [0, 10],
        [1, 10],
      ],
      tone: "normal",
      isDashed: false,
    },
    {
      places: [
        [1, 10],
        [2, 12],
      ],
      tone: "above",
      isDashed: false,
    },
    {
      places: [
        [2, 12],
        [9, 12],
      ],
      tone: "offline",
      isDashed: true,
    },
  ]);
});

describe("openWithin", () => {
  const door = { probeId: 2, at: [0, 100, 200], min: [0, 1, 0], mean: [0, 1, 0], max: [0, 1, 0] };
  it.each([
    [{ from: 0, to: 500 }, 100],
    [{ from: 150, to: 500 }, 50],
    [{ from: 300, to: 500 }, 0],
  ])("%j", (span, open) => expect(openWithin(door, span)).toBe(open));

  it("counts the share of a bucket in which it was open", () => {
    expect(openWithin({ ...door, mean: [0, 0.25, 0], max: [0, 1, 0] }, { from: 0, to: 500 })).toBe(25);
  });

  it("holds what was told last", () => {
    expect(openWithin({ ...door, at: [0], mean: [1], max: [1] }, { from: 100, to: 250 })).toBe(150);
    expect(openWithin(undefined, { from: 0, to: 1 })).toBe(0);
  });
});

it("inside spans are open where their event lies outside of the range", () => {
  const event = (at: number, kind: "enter" | "exit", id: number) => ({
    at: new Date(at).toISOString(),
    kind,
    geofence: { id, name: `fence ${id}` },
  });
  const spans = insideOf(
    [event(400, "enter", 1), event(200, "exit", 2), event(100, "enter", 1), event(150, "exit", 1)],
    {
      from: 0,
      to: 500,
    },
  );
  expect(spans.map(({ id, from, to }) => [id, from, to])).toEqual([
    [1, 100, 150],
    [2, 0, 200],
    [1, 400, 500],
  ]);
});

it("playback crosses the whole range in two minutes, ten times as fast at ten", () => {
  expect(advanced({ from: 0, to: 3_600_000 }, 120_000, 1)).toBe(3_600_000);
  expect(advanced({ from: 0, to: 3_600_000 }, 12_000, 10)).toBe(3_600_000);
});
