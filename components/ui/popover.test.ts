import { expect, it } from "vitest";
import { panelTop } from "./popover";

it.each([
  ["below its trigger", { top: 100, bottom: 140 }, 300, 144],
  ["above it where only that has the room", { top: 600, bottom: 640 }, 300, 296],
  ["as low as it fits where neither has", { top: 370, bottom: 416 }, 450, 386],
  ["from the top where it fits nowhere", { top: 370, bottom: 416 }, 840, 8],
])("a panel is %s", (_, trigger, height, top) => {
  expect(panelTop(trigger, height, 844)).toBe(top);
});
