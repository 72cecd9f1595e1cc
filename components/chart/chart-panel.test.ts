import { describe, expect, it } from "vitest";
import {
  joined,
  layOut,
  nearest,
  PLOT_LEFT,
  placesIn,
  plotLeft,
  reachOf,
  smallBox,
  smallBoxes,
  strokeOf,
} from "./chart-panel";

describe("layOut", () => {
  it("stacks panels without overlap and leaves room for the time axis", () => {
    const { boxes, height } = layOut([{}, {}, { words: ["closed", "open"] }]);
    for (const [index, box] of boxes.entries()) {
      const before = boxes[index - 1];
      expect(box.top).toBeGreaterThan(before ? before.top + before.height : 0);
    }
    const last = boxes.at(-1);
    expect(height).toBeGreaterThan((last?.top ?? 0) + (last?.height ?? 0));
  });
});

it("lays lanes closer together than panels of values", () => {
  const words = ["closed", "open"] as const;
  const { boxes } = layOut([{}, { words }, { words }, { words }]);
  const [, first, second, third] = boxes as [
    never,
    { top: number; height: number },
    (typeof boxes)[0],
    (typeof boxes)[0],
  ];
  expect((third?.top ?? 0) - (second?.top ?? 0)).toBe((second?.top ?? 0) - first.top);
  expect((second?.top ?? 0) - first.top).toBeLessThan(60);
  expect(layOut([{ words }]).boxes[0]?.height).toBeGreaterThan(first.height);
});

it("shares the height of a card among its lanes", () => {
  const [first, second] = smallBoxes(2, 200);
  expect(smallBoxes(1, 200)).toEqual([smallBox(200)]);
  expect((first?.top ?? 0) + (first?.height ?? 0)).toBeLessThan(second?.top ?? 0);
  expect((second?.top ?? 0) + (second?.height ?? 0)).toBe(smallBox(200).top + smallBox(200).height);
});

describe("plotLeft", () => {
  const widthOf = (word: string) => 7 * word.length;
  it.each([
    ["is room for numbers", [{}], PLOT_LEFT],
    ["stays with short words", [{}, { words: ["off", "on"] as const }], PLOT_LEFT],
    ["grows with the longest word of all panels", [{}, { words: ["closed", "disconnected"] as const }], 100],
    ["leaves the plots their width", [{ words: ["a".repeat(40), "b"] as const }], 112],
  ])("%s", (_name, panels, left) => expect(plotLeft(panels, widthOf)).toBe(left));
});

describe("reachOf", () => {
  const line = (mean: (number | null)[]) => ({
    id: "1",
    name: "",
    order: 0,
    hasBand: false,
    columns: { at: mean.map((_, index) => index), min: mean, mean, max: mean },
  });
  it("is what lines and limits span, whatever else is marked", () => {
    const all = { from: 0, to: 10 };
    expect(reachOf({ lines: [line([4, null, 6])], limits: [] }, all)).toEqual({ low: 4, high: 6 });
    const limits = [{ value: 8, text: "", tone: "above" as const }];
    expect(reachOf({ lines: [line([4, null, 6])], limits }, all)).toEqual({ low: 4, high: 8 });
    expect(reachOf({ lines: [line([null])], limits: [] }, all)).toBeNull();
    expect(reachOf({ lines: [line([4, 6])], limits: [], isFromZero: true }, all)).toEqual({ low: 0, high: 6 });
  });
});

describe("what is in view", () => {
  const ats = [0, 10, 20, 30];
  it.each([
    [0, 30, [0, 4]],
    [1, 29, [1, 3]],
    [10, 10, [1, 2]],
    [31, 90, [4, 4]],
  ])("from %d to %d", (from, to, places) => expect(placesIn(ats, { from, to })).toEqual(places));

  it("counts one value more on either side, where the line leads", () => {
    const values = [1, 5, 6, 9, 90];
    const columns = { at: [0, 10, 20, 30, 40], min: values, mean: values, max: values };
    const line = { id: "1", name: "", order: 0, hasBand: false, columns };
    expect(reachOf({ lines: [line], limits: [] }, { from: 5, to: 25 })).toEqual({ low: 1, high: 9 });
  });
});

describe("nearest", () => {
  const ats = [0, 10, 20, 50];
  it.each([
    [4, 100, false, 0],
    [6, 100, false, 1],
    [-5, 3, false, -1],
    [-5, 5, false, 0],
    [35, 10, false, -1],
    [90, 100, false, 3],
    [19, 0, true, 1],
    [49, 0, true, 2],
    [-1, 0, true, -1],
  ])("%d within %d, steps %s: %d", (at, reach, isStep, index) => {
    expect(nearest(ats, at, reach, isStep)).toBe(index);
  });
});

describe("joined", () => {
  it("makes one of shades that touch, tone by tone", () => {
    const shade = (from: number, to: number, tone: "above" | "below") => ({ id: `${from}`, from, to, tone, text: "" });
    expect(joined([shade(5, 9, "above"), shade(0, 6, "above"), shade(3, 4, "below"), shade(10, 12, "above")])).toEqual([
      { from: 0, to: 9, tone: "above" },
      { from: 3, to: 4, tone: "below" },
      { from: 10, to: 12, tone: "above" },
    ]);
  });
});

describe("strokeOf", () => {
  it("uses dashes once all colours are used", () => {
    expect(strokeOf(0)).toEqual({ token: "chart-1", dash: "solid" });
    expect(strokeOf(7)).toEqual({ token: "chart-8", dash: "solid" });
    expect(strokeOf(8)).toEqual({ token: "chart-1", dash: "dashed" });
    expect(strokeOf(17)).toEqual({ token: "chart-2", dash: "dotted" });
  });
});
