import { describe, expect, it } from "vitest";
import { countCells, csvLine, csvReply, csvText, csvWriter, isoWithOffset, stamper, stampIn, withCell } from "./csv";

const HOUR_MS = 3_600_000;

describe("csv", () => {
  it.each([
    ["Fridge 1", "Fridge 1"],
    ['a "b", c', '"a ""b"", c"'],
    ["two\r\nlines", '"two\r\nlines"'],
    ["=cmd|' /C calc'!A0", "'=cmd|' /C calc'!A0"],
    ["+1", "'+1"],
    ["-2,5", '"\'-2,5"'],
    ["@SUM(A1)", "'@SUM(A1)"],
    ["冷藏库", "冷藏库"],
    ["a;b", '"a;b"'],
    [";=1+1", `";'=1+1"`],
    ['x;"=1+1"', `"x;'""=1+1"""`],
    ["x\t@SUM(A1)", `"x\t'@SUM(A1)"`],
    ["note\n=1+1", `"note\n'=1+1"`],
    ["\t=1+1", `"'\t'=1+1"`],
    [" =1+1", "' =1+1"],
    ["＝1＋1", "'＝1＋1"],
    ["2026-11-20 5–8 °C", "2026-11-20 5–8 °C"],
  ])("%j becomes %j", (text, cell) => {
    expect(csvText(text)).toBe(cell);
  });

  it.each([
    [0, "1970-01-01T00:00:00.000+00:00"],
    [8 * HOUR_MS, "1970-01-01T08:00:00.000+08:00"],
    [-3.5 * HOUR_MS, "1969-12-31T20:30:00.000-03:30"],
  ])("an offset of %d ms is told", (offset, text) => {
    expect(isoWithOffset(0, offset)).toBe(text);
    expect(Date.parse(text)).toBe(0);
  });
});

describe("a line", () => {
  it("has texts quoted if necessary, digits, and empty cells", () => {
    expect(csvLine(["2026-11-20T16:00:00.000+08:00", "a, b", -2.5, null, "-2.5", ""])).toBe(
      `2026-11-20T16:00:00.000+08:00,"a, b",-2.5,,'-2.5,\r\n`,
    );
  });

  it("repeats cells of the one before, and fills up to its width", () => {
    const write = csvWriter(3);
    const lines = [["=a", "b, c", 1], ["=a", "b, c", 2], ["=a"], [null, null, 3, 4], ["=a", "b, c", 5]].map(write);
    expect(lines.join("")).toBe(`'=a,"b, c",1\r\n'=a,"b, c",2\r\n'=a,,\r\n,,3\r\n'=a,"b, c",5\r\n`);
  });

  it("takes one more cell", () => {
    expect(countCells("time,value")).toBe(2);
    expect(withCell("time,value", "from, to")).toBe('time,value,"from, to"\r\n');
  });
});

describe("csvReply", () => {
  it("is a file with a byte order mark, named by the moment on the reader's clock", async () => {
    const reply = csvReply(
      [
        ["time", "who"],
        ["1", "Li, Wang"],
      ],
      new Date("2026-11-20T20:05:09Z"),
      "Asia/Shanghai",
    );
    expect(reply.body).toBe('\uFEFFtime,who\r\n1,"Li, Wang"\r\n');
    expect(reply.headers["content-disposition"]).toBe('attachment; filename="GM_20261121040509.csv"');
  });

  it("stamps instants in any order as it does one alone", () => {
    const start = Date.UTC(2026, 9, 24, 22, 58, 58, 998);
    for (const zone of ["Asia/Shanghai", "Europe/Madrid", "America/St_Johns", "Asia/Kathmandu", "UTC"]) {
      const stamp = stamper(zone);
      // Over the end of summer time, through seconds and thousandths, back in time, and before 1970.
      for (let step = 0; step < 300; step += 1)
        for (const at of [start + step * 1_234_567, start + step, start - step * 86_399_999, -step * 50_000_001])
          expect(stamp(at)).toBe(stampIn(new Date(at), zone));
    }
  });
});
