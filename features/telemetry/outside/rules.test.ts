import { describe, expect, it } from "vitest";
import { HOUR_MS as H, stretchesOf } from "./rules";

describe("what must be read", () => {
  const span = { from: H / 2, to: 10 * H };
  it.each([
    ["nothing where no hour was outside", [], []],
    ["an hour and the margin behind it", [3 * H], [{ from: 3 * H, to: 4 * H + 5 }]],
    ["hours that touch as one", [4 * H, 3 * H], [{ from: 3 * H, to: 5 * H + 5 }]],
    [
      "no more than the span",
      [0, 9 * H],
      [
        { from: H / 2, to: H + 5 },
        { from: 9 * H, to: 10 * H },
      ],
    ],
    ["nothing beyond it", [12 * H], []],
  ])("%s", (_name, hours, stretches) => expect(stretchesOf(span, hours, 5)).toEqual(stretches));
});
