import { describe, expect, it } from "vitest";
import { bounded, pan, zoomAround } from "./zoom";

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
