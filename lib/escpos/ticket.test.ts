import { describe, expect, it } from "vitest";
import { decodeTickets } from "@/tests/support/ticket-printer";
import { encodeText } from "./charset";
import { breakLines, columnsOf, factLines, fit, tableLines } from "./layout";
import { isDoneByte, isStatusByte, troubleOf } from "./status";
import { ticketBytes } from "./ticket";

describe("a ticket", () => {
  const lines = [
    { kind: "text", text: "Cold store 冷库", isBold: true, isLarge: true, align: "center" },
    { kind: "text", text: "2.0 °C" },
    { kind: "code", text: "https://example.org/x?id=1&é" },
    { kind: "cut" },
  ] as const;

  it("is read back as its lines, codes and cuts", () => {
    const bytes = ticketBytes(lines, { charset: "gb18030", hasCutter: true });
    expect(decodeTickets(bytes, "gb18030")).toEqual({
      lines: ["Cold store 冷库", "2.0 °C", ""],
      codes: ["https://example.org/x?id=1&é"],
      cuts: 1,
    });
    expect(bytes.subarray(0, 2)).toEqual(Buffer.from([0x1b, 0x40]));
  });

  it("is fed and not cut without a cutter", () => {
    expect(decodeTickets(ticketBytes(lines, { charset: "gb18030", hasCutter: false }), "gb18030").cuts).toBe(0);
  });

  it("refuses a code that no QR code can hold", () => {
    const code = [{ kind: "code", text: "x".repeat(3000) }] as const;
    expect(() => ticketBytes(code, { charset: "gb18030", hasCutter: true })).toThrow(RangeError);
  });
});

describe("character sets", () => {
  it("encode what they have", () => {
    expect([...encodeText("冷", "gb18030")]).toEqual([0xc0, 0xe4]);
    expect([...encodeText("温", "shift_jis")]).toEqual([0x89, 0xb7]);
    expect([...encodeText("ñ°", "windows-1252")]).toEqual([0xf1, 0xb0]);
    expect(new TextDecoder("shift_jis").decode(encodeText("冷蔵庫 監視ポイント", "shift_jis"))).toBe(
      "冷蔵庫 監視ポイント",
    );
  });

  it("replace what they lack, and let no command through", () => {
    expect(encodeText("冷", "windows-1252").toString("latin1")).toBe("?");
    expect(encodeText("łódź", "windows-1252").toString("latin1")).toBe("?ódz");
    expect(encodeText("a\u001bd\u0004\u001dVb", "gb18030").toString("latin1")).toBe("a d  Vb");
    expect(encodeText("−5", "gb18030").toString("latin1")).toBe("-5");
  });
});

describe("the layout", () => {
  it("counts wide characters twice", () => {
    expect(columnsOf("冷库A")).toBe(5);
    expect(fit("冷库A", 4)).toBe("冷库");
    expect(fit("冷库", 3)).toBe("冷 ");
    expect(fit("7", 3, "right")).toBe("  7");
  });

  it("breaks lines at blanks, wide characters anywhere, and words that are too long", () => {
    expect(breakLines("one two three", 8)).toEqual(["one two", "three"]);
    expect(breakLines("疫苗冷藏柜", 6)).toEqual(["疫苗冷", "藏柜"]);
    expect(breakLines("abcdefghij", 4)).toEqual(["abcd", "efgh", "ij"]);
    for (const text of ["a 冷 b 冷库冷库冷库 long-word-without-a-blank", "疫苗 2-8 °C"])
      for (const width of [4, 7, 12])
        for (const line of breakLines(text, width)) expect(columnsOf(line)).toBeLessThanOrEqual(width);
  });

  it("puts terms and texts on one line if they fit", () => {
    expect(factLines("Lot", "A1", 8)).toEqual(["Lot   A1"]);
    expect(factLines("Serial number", "SN-000001", 16)).toEqual(["Serial number", "  SN-000001"]);
  });

  it("keeps tables within the paper", () => {
    const lines = tableLines(["Time", "Temperature °C", "Humidity"], [["08:00", "5.0", "60.0"]], 24);
    for (const line of lines) expect(columnsOf(line)).toBeLessThanOrEqual(24);
    expect(lines[1]).toMatch(/^08:00 +5\.0 +60\.0$/);
  });
});

describe("the status", () => {
  it("says what keeps a printer from printing, the paper first", () => {
    expect(troubleOf([0x12, 0x12, 0x12])).toBeNull();
    expect(troubleOf([0x1a, 0x32, 0x72])).toBe("paper");
    expect(troubleOf([0x1a, 0x16, 0x12])).toBe("cover");
    expect(troubleOf([0x1a, 0x52, 0x12])).toBe("fault");
    expect(troubleOf([0x1a, 0x12, 0x12])).toBe("offline");
    // Near the end of the paper.
    expect(troubleOf([0x12, 0x12, 0x1e])).toBeNull();
  });

  it("is told from other answers", () => {
    expect([0x12, 0x1a, 0x72].every(isStatusByte)).toBe(true);
    expect([..."HTTP"].map((sign) => sign.charCodeAt(0)).every(isStatusByte)).toBe(false);
    expect(isDoneByte(0x00)).toBe(true);
    expect(isDoneByte(0x12)).toBe(false);
  });
});
