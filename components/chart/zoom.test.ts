import { describe, expect, it } from "vitest";
import { bounded, heldAt, pan, windowAround, zoomAround } from "./zoom";

const bounds = { shortestMs: 10, longestMs: 1000, to: 5000 };

describe("zoom", () => {
  it.each([
    ["closer around its middle", zoomAround({ from: 0, to: 100 }, 50, 0.5, bounds), { from: 25, to: 75 }],
    ["closer around its start", zoomAround({ from: 100, to: 200 }, 100, 0.5, bounds), { from: 100, to: 150 }],
    ["wider", zoomAround({ from: 1000, to: 1100 }, 1050, 2, bounds), { from: 950, to: 1150 }],
    ["wider at the end of time", zoomAround({ from: 4900, to: 5000 }, 4950, 2, bounds), { from: 4800, to: 5000 }],
    ["never shorter than the bound", zoomAround({ from: 100, to: 115 }, 100, 0.1, bounds), { from: 100, to: 110 }],
    ["never longer than the bound", zoomAround({ from: 1000, to: 1900 }, 1000, 4, bounds), { from: 1000, to: 2000 }],
    ["forward", pan({ from: 100, to: 200 }, 0.5, bounds), { from: 150, to: 250 }],
    ["back", pan({ from: 100, to: 200 }, -0.5, bounds), { from: 50, to: 150 }],
    ["not past the end", pan({ from: 4950, to: 5000 }, 0.5, bounds), { from: 4950, to: 5000 }],
    ["a drag too short", bounded({ from: 100, to: 102 }, bounds), { from: 96, to: 106 }],
  ])("%s", (_name, range, expected) => {
    expect(range).toEqual(expected);
  });
});

it("leaves a range alone that can become no longer or shorter", () => {
  const longest = { from: 3003, to: 4003 };
  expect(zoomAround(longest, 3333, 1.24, bounds)).toBe(longest);
  const shortest = { from: 3003, to: 3013 };
  expect(zoomAround(shortest, 3007, 0.8, bounds)).toBe(shortest);
});

describe("fingers", () => {
  it.each([
    ["pinch", { at: 40, share: 0.2 }, { at: 60, share: 0.8 }, { from: 33.333, to: 66.667 }],
    ["spread", { at: 0, share: 0.4 }, { at: 100, share: 0.6 }, { from: -200, to: 300 }],
    ["move together", { at: 20, share: 0.5 }, { at: 60, share: 0.9 }, { from: -30, to: 70 }],
    ["touch each other", { at: 50, share: 0.5 }, { at: 52, share: 0.5 }, { from: 0, to: 100 }],
  ])("that %s keep their instants", (_name, first, second, { from, to }) => {
    const range = heldAt(first, second);
    expect(range.from).toBeCloseTo(from, 2);
    expect(range.to).toBeCloseTo(to, 2);
  });
});

describe("the window of data", () => {
  const now = 10_000;
  it.each([
    ["is asked for beyond what is shown", { from: 1000, to: 2000 }, { from: 0, to: 100 }, { from: 500, to: 2500 }],
    ["is kept while one moves inside it", { from: 1200, to: 2200 }, { from: 500, to: 2500 }, { from: 500, to: 2500 }],
    ["moves on before its end is seen", { from: 1400, to: 2400 }, { from: 500, to: 2500 }, { from: 900, to: 2900 }],
    ["is finer where one has zoomed", { from: 1200, to: 1400 }, { from: 500, to: 2500 }, { from: 1100, to: 1500 }],
    ["does not reach past the present", { from: 9000, to: 10_000 }, { from: 0, to: 1 }, { from: 8500, to: 10_000 }],
    ["stays at the present", { from: 9000, to: 10_000 }, { from: 8500, to: 10_000 }, { from: 8500, to: 10_000 }],
  ])("%s", (_name, shown, held, wanted) => expect(windowAround(shown, held, now)).toEqual(wanted));
});
