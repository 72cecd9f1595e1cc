import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { printable } from "./font";
import { columnWidths, widestWord, wrap } from "./wrap";

/** A character is as wide as it is on a terminal. */
const measure = (text: string) => [...text].reduce((sum, sign) => sum + (sign > "\u2e7f" ? 2 : 1), 0);

describe("wrap", () => {
  it.each([
    ["short", 10, ["short"]],
    ["", 10, [""]],
    ["one two three", 8, ["one two", "three"]],
    ["first\nsecond", 10, ["first", "second"]],
    ["serial-number-without-a-space", 10, ["serial-num", "ber-withou", "t-a-space"]],
    ["疫苗冰箱一号", 8, ["疫苗冰箱", "一号"]],
    ["到此结束。下一", 8, ["到此结", "束。下一"]],
  ])("%j in %d", (text, width, lines) => {
    expect(wrap(text, width, measure)).toEqual(lines);
  });

  it("loses nothing but spaces, and no line is too wide", () => {
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom(..."ab -x疫苗。号") }),
        fc.integer({ min: 4, max: 20 }),
        (text, width) => {
          const lines = wrap(text, width, measure);
          expect(lines.join("").replaceAll(" ", "")).toBe(text.replaceAll(" ", ""));
          // A closing mark stays with its character, even beyond the edge.
          for (const line of lines) expect(measure(line.replaceAll("。", ""))).toBeLessThanOrEqual(width);
        },
      ),
    );
  });
});

describe("widestWord", () => {
  it.each([
    ["Temperature above maximum", 11],
    ["疫苗冰箱一号", 2],
    ["", 0],
  ])("%j", (text, width) => {
    expect(widestWord(text, measure)).toBe(width);
  });
});

describe("columnWidths", () => {
  it.each([
    ["by weight where all have room", [2, 1, 1], [10, 10, 10], [50, 25, 25]],
    ["the least first, the rest by weight", [2, 1, 1], [10, 10, 40], [40, 20, 40]],
    ["one after the other", [1, 1, 8], [30, 12, 10], [30, 12, 58]],
    ["by weight where the least do not fit", [2, 1, 1], [50, 50, 50], [50, 25, 25]],
  ])("%s", (_, weights, least, widths) => {
    expect(columnWidths(weights, least, 100)).toEqual(widths);
  });
});

describe("printable", () => {
  it.each([
    ["−18 °C ≤ x ≥ ± 5 %RH", "−18 °C ≤ x ≥ ± 5 %RH"],
    ["CO₂", "CO2"],
    ["Łódź ñáé", "Lódz ñáé"],
    ["喆 堃 直骨 カタカナ ｶﾅ 「」", "喆 堃 直骨 カタカナ ｶﾅ 「」"],
    ["a\u0000b\tc\u200bd🙂", "a b cd□"],
  ])("%j", (text, shown) => {
    expect(printable(text)).toBe(shown);
  });
});
