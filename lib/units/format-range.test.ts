import { expect, it } from "vitest";
import { formatRange } from "./format-range";

it.each([
  [{ measure: "temperature", minimum: 2, maximum: 8 }, "2 – 8 °C"],
  [{ measure: "temperature", minimum: -25, maximum: -10.5 }, "−25 – −10.5 °C"],
  [{ measure: "temperature", minimum: null, maximum: 8 }, "≤ 8 °C"],
  [{ measure: "humidity", minimum: 35, maximum: null }, "≥ 35 %RH"],
  [{ measure: "door", minimum: 0, maximum: 1 }, "0 – 1"],
  [{ measure: "gas", minimum: null, maximum: null }, "–"],
] as const)("%j is written %s", (limits, text) => expect(formatRange(limits, "en-US")).toBe(text));
