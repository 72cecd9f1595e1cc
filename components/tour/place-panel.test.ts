import fc from "fast-check";
import { expect, it } from "vitest";
import { placePanel } from "./place-panel";

const VIEW = { width: 1440, height: 900 };
const PANEL = { width: 380, height: 200 };

it.each([
  ["a button at the top", { top: 60, left: 900, width: 100, height: 32 }, { top: 106, left: 760 }],
  ["a button at the bottom", { top: 850, left: 900, width: 100, height: 32 }, { top: 636, left: 760 }],
  ["a card that fills the right side", { top: 60, left: 1060, width: 370, height: 830 }, { top: 60, left: 666 }],
  ["a card that fills the left side", { top: 60, left: 10, width: 370, height: 830 }, { top: 60, left: 394 }],
  ["something larger than the window", { top: -100, left: -10, width: 1500, height: 1100 }, { top: 692, left: 8 }],
  ["a button in the corner", { top: 10, left: 1400, width: 32, height: 32 }, { top: 56, left: 1052 }],
])("stands beside %s", (_, target, place) => {
  expect(placePanel(target, PANEL, VIEW)).toEqual(place);
});

it("stays in the window wherever what it speaks of is, also on a phone", () => {
  const length = (max: number) => fc.integer({ min: 0, max });
  const box = fc.record({
    top: fc.integer({ min: -3000, max: 3000 }),
    left: fc.integer({ min: -500, max: 2000 }),
    width: length(3000),
    height: length(3000),
  });
  const view = fc.constantFrom(VIEW, { width: 390, height: 844 });
  fc.assert(
    fc.property(box, view, (target, window) => {
      const panel = { width: Math.min(PANEL.width, window.width - 16), height: PANEL.height };
      const { top, left } = placePanel(target, panel, window);
      expect(top).toBeGreaterThanOrEqual(8);
      expect(left).toBeGreaterThanOrEqual(8);
      expect(top + panel.height).toBeLessThanOrEqual(window.height - 8);
      expect(left + panel.width).toBeLessThanOrEqual(window.width - 8);
    }),
  );
});
