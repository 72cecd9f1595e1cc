import { describe, expect, it } from "vitest";
import { readDelimited } from "@/lib/spreadsheet/delimited";
import { guessLayout } from "./guess.rules";

const guess = (text: string, delimiter = ";") => {
  const { headLine, time, unit, value, columns } = guessLayout(readDelimited(text, delimiter).rows, delimiter);
  return {
    headLine,
    time,
    unit,
    value,
    columns: columns.map((one) => [one.index, one.measure, one.channel, one.unit]),
  };
};

describe("what can be guessed of a table", () => {
  it("are measures by words and units in its titles, where nothing says time", () =>
    expect(guess("Stempel;Temp. innen [°C];Feuchte am Regal [%rF];Notiz\n15.03.2024 10:00;4,5;55;x\n")).toEqual({
      ...{ headLine: 1, time: [0], unit: null, value: null },
      columns: [
        [1, "temperature", 1, "°C"],
        [2, "humidity", 1, "%"],
      ],
    }));

  it.each([
    ["rel. Luftfeuchte [%]", "humidity", "%"],
    ["Hum. rel. (%)", "humidity", "%"],
    ["Kanal 2 [%rF]", "humidity", "%"],
    ["Luftfeuchte innen in %", "humidity", "%"],
    ["Temp. Kühlraum", "temperature", null],
    ["Oberes Fach (°F)", "temperature", "°F"],
    ["CO2-Gehalt [Vol.-%]", "co2", "%"],
    ["内部温度", "temperature", null],
  ])("%j is %s in %s", (title, measure, unit) =>
    expect(guess(`Stempel;${title}\n15.03.2024 10:00;4,5\n15.03.2024 10:10;4,6\n`).columns).toEqual([
      [1, measure, 1, unit],
    ]),
  );
  it.each(["Taupunkt (°C)", "Max. Temp [°C]", "Ladung [%]", "C", "Notiz"])("%j is nothing", (title) =>
    expect(guess(`Stempel;${title}\n15.03.2024 10:00;4,5\n`).columns).toEqual([]),
  );

  it("are units in cells of several rows: one that has none in the first is told by the next", () => {
    expect(guess("A;B;C\n15.03.2024 10:00;--;55 %rF\n15.03.2024 10:10;4,6 °C;54 %rF\n").columns).toEqual([
      [1, "temperature", 1, "°C"],
      [2, "humidity", 1, "%"],
    ]);
    expect(guess("A;B\n15.03.2024 10:00;4,5 °C\n15.03.2024 10:10;55 %\n").columns).toEqual([]);
  });

  it("is a time where most rows have one, below lines that hold one too, and in two columns", () => {
    const preamble = "Serie;9900123456\nBeginn;15.03.2024 10:00\n";
    expect(guess(`${preamble}Nr;Am;Um;Wert\n1;15.03.2024;10:00;4,5\n2;15.03.2024;10:10;4,6\n`)).toMatchObject({
      ...{ headLine: 3, time: [1, 2] },
    });
    expect(guess("Um;Am;Wert\n10:00;15.03.2024;4,5\n10:10;15.03.2024;4,6\n").time).toEqual([1, 0]);
    // A reading of two decimals is no time of day.
    expect(guess("Am;Wert\n15.03.2024;10.30\n16.03.2024;11.45\n").time).toEqual([0]);
  });

  it("is a column of units beside one of values", () =>
    expect(guess("A;B;C\n15.03.2024 10:00;°C;4,5\n15.03.2024 10:10;%RH;55\n")).toMatchObject({
      ...{ time: [0], unit: 1, value: 2, columns: [] },
    }));

  it("is nothing without a time", () => expect(guess("A;B\n1;2\n")).toMatchObject({ time: [], columns: [] }));
});
