import { describe, expect, it } from "vitest";
import { readText } from "./logger.rules";

const read = (text: string) => readText([text], { timeZone: "UTC", dateOrder: null, now: Date.UTC(2026, 10, 22) });
const told = (text: string) => read(text).issues.map(({ line, rule }) => [line, rule]);
const ROWS = "Zeit;Temp\n15.03.2024 10:00;4,5\n15.03.2024 10:10;4,6\n";

describe("what stands below a table", () => {
  it.each([
    ...["Höchstwert", "Tiefstwert", "Kleinster Wert", "Température minimale", "Valeur minimale", "Lowest", "Highest"],
    ...["Minimum", "Заметка", "最高値", "24h Mittel", "2 Alarme"],
  ])("%s is left out and named, without an empty line before it", (label) => {
    const { values, issues, table } = read(`${ROWS}${label};4,5\n`);
    expect([values.length, issues, table?.footer, table?.footerCount]).toEqual([2, [], [`${label} 4,5`], 1]);
  });

  it("is named line by line up to ten, and counted", () => {
    const lines = Array.from({ length: 12 }, (_, index) => `Abschnitt ${String.fromCharCode(65 + index)};4,5\n`);
    const { table, issues } = read(ROWS + lines.join(""));
    expect([issues, table?.footer.length, table?.footerCount]).toEqual([[], 10, 12]);
  });

  it.each([
    ["a time in the middle that is none", ROWS.replace("15.03.2024 10:00", "gestern"), [2, "time"]],
    ["a time at the end that was meant for one", `${ROWS}15.03.2024 1O:20;4,7\n`, [4, "time"]],
    ["a month in letters", `${ROWS}15-Mär-2024 10:20;4,7\n`, [4, "time"]],
    ["a month before its day", `${ROWS}Mär 15, 2024 10:20;4,7\n`, [4, "time"]],
    ["no time", `${ROWS};4,7\n`, [4, "noTime"]],
    ["a word where every row has one", "Zeit;Temp\nbald;4,5\n", [2, "time"]],
  ])("is not %s", (_name, text, issue) => expect(told(text)).toEqual([issue]));

  it("is not the same word in row after row, nor more rows than a summary has", () => {
    expect(told(`${ROWS}ERROR;4,7\nERROR;4,8\n`)).toEqual([[4, "time"]]);
    const many = Array.from({ length: 40 }, (_, index) => `Wert ${String.fromCharCode(0x410 + index)};4,5\n`).join("");
    expect(told(ROWS + many)).toHaveLength(10);
  });

  it("stands below dates with the month first as well", () => {
    const { values, table } = read("Time,Temp\n03/25/2024 10:00,4.5\n03/26/2024 10:00,4.6\nHighest,4.6\n");
    expect([values.length, table?.footer]).toEqual([2, ["Highest 4.6"]]);
  });

  it("above a row with a time is refused", () =>
    expect(told(`${ROWS}Höchstwert;4,6\n15.03.2024 10:20;4,7\n`)).toEqual([[4, "time"]]));
});
