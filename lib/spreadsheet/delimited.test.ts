import { parse } from "csv-parse/sync";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { readDelimited, textsOf } from "./delimited";

describe("readDelimited", () => {
  it.each([
    [
      "a,b\n1,2",
      ",",
      [
        ["a", "b"],
        ["1", "2"],
      ],
    ],
    [
      "a;b\r\n1,5;2\r\n\r\n",
      ";",
      [
        ["a", "b"],
        ["1,5", "2"],
      ],
    ],
    [
      '"a ""x""","b\nc"\n 1 ,2\n',
      ",",
      [
        ['a "x"', "b\nc"],
        ["1", "2"],
      ],
    ],
    [
      "a\tb\r1\t",
      "\t",
      [
        ["a", "b"],
        ["1", ""],
      ],
    ],
    ['5" pipe,2', ",", [['5" pipe', "2"]]],
    ["\n,,\n", ",", []],
  ])("reads %j", (text, delimiter, cells) => {
    expect(readDelimited(text, delimiter).rows.map((row) => row.cells)).toEqual(cells);
  });

  it("tells on which line a record begins, and where a quote is left open", () => {
    const { rows } = readDelimited('a\n\n"b\r\nc",1\nd', ",");
    expect(rows.map(({ line, cells }) => [line, cells[0]])).toEqual([
      [1, "a"],
      [3, "b\r\nc"],
      [5, "d"],
    ]);
    expect(readDelimited('a\nb,"c\nd', ",").unclosedAt).toBe(2);
  });

  it("ends at the limit", () => {
    expect(readDelimited("a\nb\nc\n", ",", 2).rows.map(({ cells }) => cells)).toEqual([["a"], ["b"]]);
    expect(readDelimited("a\nb", ",", 2).rows).toHaveLength(2);
  });

  it("agrees with another reader on whatever was written by the rules", () => {
    const cell = fc.string({ unit: fc.constantFrom("a", "1", ".", '"', ",", ";", "\n", "é", "温"), maxLength: 6 });
    fc.assert(
      fc.property(fc.array(fc.array(cell, { minLength: 2, maxLength: 4 }), { maxLength: 8 }), (rows) => {
        const text = rows.map((row) => row.map((one) => `"${one.replaceAll('"', '""')}"`).join(",")).join("\r\n");
        const other = parse(text, { relax_column_count: true, skip_empty_lines: true }) as string[][];
        const trimmed = other.map((row) => row.map((one) => one.trim())).filter((row) => row.some((one) => one !== ""));
        expect(readDelimited(text, ",").rows.map(({ cells }) => cells)).toEqual(trimmed);
      }),
    );
  });

  it("takes a long cell of quotes as one", () => {
    // Scanning the whole cell at each quote would take hours.
    expect(readDelimited('a"'.repeat(1_000_000), ",").rows[0]?.cells[0]).toHaveLength(2_000_000);
  });

  it("reads whatever it is given", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary", maxLength: 200 }), fc.constantFrom(",", ";", "\t"), (text, delimiter) => {
        expect(readDelimited(text, delimiter).rows.every(({ line }) => line >= 1)).toBe(true);
      }),
    );
  });
});

describe("textsOf", () => {
  const hex = (text: string) => new Uint8Array(Buffer.from(text, "hex"));
  it.each([
    ["UTF-8", new Uint8Array(Buffer.from("时间")), "时间"],
    ["UTF-8 with its mark", new Uint8Array(Buffer.from("\uFEFF时间")), "时间"],
    ["UTF-16 LE", new Uint8Array(Buffer.from("\uFEFF时间", "utf16le")), "时间"],
    ["GBK", hex("cab1bce4"), "时间"],
  ])("reads %s", (_name, bytes, text) => expect(textsOf(bytes)[0]).toBe(text));

  it("offers Japanese where Chinese does not fit, and nothing for what is no text", () => {
    expect(textsOf(hex("93fa8e9e"))).toContain("日時");
    expect(textsOf(hex("0001ff"))).toEqual([]);
    expect(textsOf(hex("ffd8ffe000104a4649460001"))).toEqual([]);
  });
});
