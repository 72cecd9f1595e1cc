import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { hasControlCharacter, isSingleLine } from "./control-characters";

const TURNING = /[\u202A-\u202E\u2066-\u2069]/;
const anyCharacter = fc.integer({ min: 0, max: 0x10ffff }).map((code) => String.fromCodePoint(code));

describe("control characters", () => {
  it("are found in texts of several lines, other than tab and line breaks", () => {
    fc.assert(
      fc.property(anyCharacter, (character) => {
        const isControl = (/\p{Cc}/u.test(character) && !/[\t\n\r]/.test(character)) || /\p{Cs}/u.test(character);
        expect(hasControlCharacter(`a${character}`)).toBe(isControl || TURNING.test(character));
      }),
    );
  });

  it("are found in a line, line breaks among them", () => {
    fc.assert(
      fc.property(anyCharacter, (character) => {
        const isControl = /[\p{Cc}\p{Cs}\u2028\u2029]/u.test(character);
        expect(isSingleLine(`a${character}`)).toBe(!isControl && !TURNING.test(character));
      }),
    );
  });

  it.each(["冷库 3 号", "Nevera nº 2 – niños", "ワクチン", "👩‍⚕️ fridge", "à"])("are not in %s", (text) => {
    expect([hasControlCharacter(text), isSingleLine(text)]).toEqual([false, true]);
  });
});
