import fc from "fast-check";
import { beforeAll, describe, expect, it } from "vitest";
import { writeTables } from "@/lib/spreadsheet/write-table";
import { readLoggerFile } from "./logger.service";

const options = { timeZone: "UTC", dateOrder: null, now: Date.UTC(2026, 10, 22) };
const sheet = (titles: readonly string[], rows: readonly (string | number | null)[][]) =>
  writeTables([{ name: "values", columns: titles.map((title) => ({ title, width: 20 })), rows }]);

describe("a workbook", () => {
  it("is read by the titles of any language, with several sensors", async () => {
    const known = await sheet(
      ["湿度", "Hora", "Temperature (°C)", "温度 2", "Lux"],
      [
        ["50,5", "2026-01-05 08:00", 5.4, null],
        [null, "2026-01-05 08:05", 5.5, "6,25"],
      ],
    );
    const content = await readLoggerFile(known, options);
    expect(content).toMatchObject({ format: "xlsx", issueCount: 0 });
    expect(content.values.map(({ measure, channel, value }) => [measure, channel, value])).toEqual([
      ["humidity", 1, 50.5],
      ["temperature", 1, 5.4],
      ["temperature", 1, 5.5],
      ["temperature", 2, 6.25],
    ]);
  });

  it.each([
    ["no time", ["Temperature"], [[5]], "columns", 0],
    ["no measure", ["Time"], [["2026-01-05 08:00"]], "columns", 0],
    ["no column that is known", ["Time", "Lux"], [["2026-01-05 08:00", 5]], "columns", 0],
    ["a broken number", ["Time", "Temperature"], [["2026-01-05 08:00", "warm"]], "number", 2],
    ["no rows", ["Time", "Temperature"], [], "empty", 0],
  ])("with %s is refused by line and rule", async (_name, titles, rows, rule, line) => {
    const { issues, values } = await readLoggerFile(await sheet(titles, rows), options);
    expect([values, issues[0]?.rule, issues[0]?.line]).toEqual([[], rule, line]);
  });

  describe("that is damaged", () => {
    let whole: Uint8Array;
    beforeAll(async () => {
      whole = await sheet(["Time", "Temperature"], [["2026-01-05 08:00", 5.4]]);
    });

    it("is read or refused, and breaks nothing", async () => {
      const cut = fc.double({ min: 0, max: 1, noNaN: true });
      await fc.assert(
        fc.asyncProperty(cut, fc.nat(255), fc.boolean(), async (part, byte, isCut) => {
          const at = Math.floor(part * (whole.length - 1));
          const bytes = isCut ? whole.slice(0, at) : whole.with(at, byte);
          const { values, issueCount } = await readLoggerFile(bytes, options);
          expect(values.length > 0 || issueCount > 0).toBe(true);
          if (isCut) expect(values).toEqual([]);
        }),
        { numRuns: 60 },
      );
    });
  });
});
