import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { MEASURES } from "@/db/enums";
import { LOCALES } from "@/lib/i18n/routing";
import { decimalSignOf, headOf, valueIn } from "./table.rules";
import { columnOf } from "./title.rules";

describe("columnOf", () => {
  it.each([
    ["temp_c", "temperature", 1, "°C"],
    ["temp_f_3", "temperature", 3, "°F"],
    ["Temperature [°F]", "temperature", 1, "°F"],
    ["CH2 Temp(℃)", "temperature", 2, "°C"],
    ["通道2温度（℃）", "temperature", 2, "°C"],
    ["温度1", "temperature", 1, null],
    ["rh_pct", "humidity", 1, "%"],
    ["湿度 (%RH)", "humidity", 1, "%"],
    ["Humedad relativa 2", "humidity", 2, null],
    ["co2_ppm", "co2", 1, "ppm"],
    ["CO2 2", "co2", 2, null],
    ["Battery (V)", "voltage", 1, "V"],
    ["バッテリー", "battery", 1, null],
  ])("%j is %s %i in %s", (title, measure, channel, unit) =>
    expect(columnOf(title, 4)).toMatchObject({ index: 4, measure, channel, unit }),
  );

  it.each(["light_lux", "No.", "", "temperature alarm", "Temperature (kPa)", "Humidity (°C)", "pm2.5", "x".repeat(99)])(
    "%j is no column of a measure",
    (title) => expect(columnOf(title, 0)).toBeNull(),
  );

  it("knows what the console calls the measures, in each language", () => {
    for (const locale of LOCALES) {
      const { measure } = JSON.parse(readFileSync(`messages/${locale}/history.json`, "utf8")) as {
        measure: Record<string, string>;
      };
      for (const one of MEASURES) expect([locale, columnOf(measure[one] as string, 0)?.measure]).toEqual([locale, one]);
    }
  });
});

describe("headOf", () => {
  const head = (...cells: string[]) => headOf({ line: 3, cells });
  it("finds the time in one column or in two, and says what it leaves out", () => {
    expect(head("No.", "Date", "Time", "Temperature", "Alarm")).toMatchObject({
      time: { indexes: [1, 2], title: "Date Time" },
      columns: [{ index: 3 }],
      ignored: ["No.", "Alarm"],
    });
    expect(head("时间", "温度")?.time.indexes).toEqual([0]);
    expect(head("fecha y hora", "temperatura", "temperatura")?.ignored).toEqual(["temperatura"]);
  });
  it("takes the zone that a title names", () => {
    expect(head("ts_utc", "temp_c")?.timeZone).toBe("UTC");
    expect(head("Time (UTC)", "temp_c")?.timeZone).toBe("UTC");
    expect(head("ts_local", "temp_c")?.timeZone).toBeNull();
  });
  it.each([[["temp", "rh"]], [["time", "lux"]], [["2022-05-02 04:44", "5.1"]]])("%j is no head", (cells) =>
    expect(head(...cells)).toBeNull(),
  );
});

describe("numbers", () => {
  it.each([
    [["5.4", "6"], "."],
    [["5,4", "6"], ","],
    [["0,125"], ","],
    [["23,125", "5,4"], ","],
    [["1,234", "980"], "."],
    [["1,234", "12.5"], "."],
  ] as const)("%j have %j before their decimals", (cells, sign) => expect(decimalSignOf(cells)).toBe(sign));

  it("are none where a comma may stand before thousands", () => {
    expect(valueIn("1,234", { measure: "co2", unit: null }, decimalSignOf(["1,234", "1,150", "980"]))).toBeNull();
  });

  const celsius = { measure: "temperature", unit: null } as const;
  it.each([
    ["5.4", ".", 5.4],
    ["−5,4", ",", -5.4],
    ["+8.0", ".", 8],
    ["41 °F", ".", 5],
    ["5,4 ℃", ",", 5.4],
    ["-0", ".", 0],
    ["1,234", ".", null],
    ["1.234", ",", null],
    ["5.4 %", ".", null],
    ["5.4.2", ".", null],
    ["warm", ".", null],
    ["1e999", ".", Number.POSITIVE_INFINITY],
    ["9".repeat(50), ".", null],
  ] as const)("%j with %j is %s", (text, sign, value) => expect(valueIn(text, celsius, sign)).toBe(value));

  it("of switches are words", () => {
    const door = { measure: "door", unit: null } as const;
    expect(["open", "1", "关", "閉", "Abierta", "2"].map((text) => valueIn(text, door, "."))).toEqual([
      1,
      1,
      0,
      0,
      1,
      null,
    ]);
  });
});
