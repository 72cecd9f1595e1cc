import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { printable } from "./font";
import { wrap } from "./wrap";

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
