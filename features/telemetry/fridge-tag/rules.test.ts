import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { ROOT } from "@/scripts/product/paths.mjs";
import { describeWithMeasurements, MEASUREMENTS } from "@/tests/support/measurements";
import { readFridgeTag } from "./rules";

const options = { timeZone: "UTC", dateOrder: null, now: Date.UTC(2026, 0, 1) };
const own = readFileSync(join(ROOT, "tests/fixtures/logger/fridgetag2_130400191544.txt"), "utf8");
const utc = (text: string) => Date.parse(`${text.replace(" ", "T")}Z`);

describe("a Fridge-tag 2 without a log", () => {
  const content = readFridgeTag(own, options);
  const of = (statistic: string) =>
    content.values.flatMap((one) =>
      one.statistic === statistic ? [[new Date(one.at).toISOString().slice(0, 16), one.value]] : [],
    );

  it("gives the extremes of its days at their minutes, and the means at the beginnings", () => {
    expect(content).toMatchObject({ issueCount: 0, serial: "130400191544", model: "Q-tag Fridge-tag 2", repeats: 0 });
    expect(of("day-minimum")).toEqual([
      ["2023-04-17T20:11", 2.3],
      ["2023-04-18T14:08", 1.9],
      ["2023-04-19T18:44", 1.5],
      ["2023-04-20T13:30", 2],
    ]);
    expect(of("day-maximum").map(([, value]) => value)).toEqual([20.8, 8.5, 7.1, 8]);
    expect(of("day-mean")).toEqual([
      ["2023-04-17T00:00", 4.4],
      ["2023-04-18T00:00", 4],
      ["2023-04-19T00:00", 3.9],
      ["2023-04-20T00:00", 4.6],
    ]);
  });

  it("gives its limits, firmware and the times without its outer sensor; too few minutes outside are no alarm", () => {
    expect(content.alarms).toEqual([]);
    expect(content.facts).toMatchObject({
      firmware: "3.4p0o",
      limits: [
        { kind: "day", side: "below", limit: -0.5, minutes: 60 },
        { kind: "day", side: "above", limit: 8, minutes: 600 },
      ],
      timeouts: [
        { sensor: "external", day: utc("2023-04-17 00:00"), from: utc("2023-04-17 16:53"), minutes: 178 },
        { sensor: "external", day: utc("2023-04-20 00:00"), from: utc("2023-04-20 15:04"), minutes: 21 },
      ],
    });
  });

  it("reads °F as what they are", () => {
    const fahrenheit = own.replace("Temp unit: C", "Temp unit: F").replace("Min T: +2.0,", "Min T: +35.6,");
    expect(readFridgeTag(fahrenheit, options).values.find(({ at }) => at === utc("2023-04-20 13:30"))?.value).toBe(2);
  });

  it.each([
    ["its signature", own.slice(0, own.indexOf("Sig:")), [0, "cutOff"]],
    ["half of it", own.slice(0, 1200), [0, "cutOff"]],
    ["a serial number", own.replace(/ Serial: \d+/, " Serial:"), [0, "fridgeTagHead"]],
    ["a number", own.replace("Min T: +2.0", "Min T: cold"), [36, "number"]],
    ["the time of an extreme", own.replace("TS Max T: 14:33", "TS Max T: 25:33"), [37, "time"]],
    ["a day", own.replace("Date: 2023-04-19", "Date: 2023-04-31"), [51, "time"]],
    ["a colon", own.replace("  Events: 16", "  Events 16"), [48, "fridgeTag"]],
  ])("without %s is refused by line and rule", (_name, text, issue) => {
    expect(readFridgeTag(text, options).issues.map(({ line, rule }) => [line, rule])).toContainEqual(issue);
  });
});

type Device = {
  days: {
    Date: string;
    "Min T": string;
    "Max T": string;
    "Avrg T": string;
    alarm: Record<string, Record<string, string>>;
  }[];
  log_rows: number;
};

describeWithMeasurements("the loggers' own files", () => {
  const read = (name: string) =>
    readFridgeTag(readFileSync(join(MEASUREMENTS, "loggers", `${name}.txt`), "utf8"), options);
  const device = (name: string) =>
    JSON.parse(readFileSync(join(MEASUREMENTS, "loggers", `${name}.device.json`), "utf8")) as Device;

  it.each(["fridgetag2L_130500109088", "fridgetag2_130400191544"])("%s: every day as the device has it", (name) => {
    const { values, alarms, issueCount } = read(name);
    expect(issueCount).toBe(0);
    const { days } = device(name);
    for (const day of days) {
      const inDay = values.filter(({ at }) => new Date(at).toISOString().startsWith(day.Date));
      const of = (statistic: string) => inDay.find((one) => one.statistic === statistic)?.value;
      expect([day.Date, of("day-minimum"), of("day-maximum"), of("day-mean")]).toEqual([
        day.Date,
        Number(day["Min T"]),
        Number(day["Max T"]),
        Number(day["Avrg T"]),
      ]);
      for (const [number, side] of Object.entries({ "0": "below", "1": "above" })) {
        const told = day.alarm[number] ?? {};
        const found = alarms.filter(({ from, side: of }) => from === utc(`${day.Date} 00:00`) && of === side);
        expect(found.map(({ minutes, alarmedAt }) => [minutes, alarmedAt])).toEqual(
          told["TS A"] ? [[Number(told["t Acc"]), utc(`${day.Date} ${told["TS A"]}`)]] : [],
        );
      }
    }
    expect(values.filter(({ statistic }) => statistic === "day-minimum")).toHaveLength(days.length);
  });

  it("the log of a Fridge-tag 2 L is whole, and its days agree with it", () => {
    const { values } = read("fridgetag2L_130500109088");
    const log = values.filter(({ statistic }) => statistic === "reading");
    expect(log).toHaveLength(device("fridgetag2L_130500109088").log_rows);
    for (const { at, value } of values.filter(({ statistic }) => statistic === "day-maximum")) {
      const day = new Date(at).toISOString().slice(0, 10);
      const logged = log.filter((one) => new Date(one.at).toISOString().startsWith(day)).map((one) => one.value);
      // The display measures every minute, the log keeps one value in five.
      expect(Math.max(...logged)).toBeLessThanOrEqual(value);
    }
  });

  it("the alarms of a Q-tag are those of its report, open where it was stopped", () => {
    const { values, alarms, serial } = read("qtagCLm_RCPJ00010_run03");
    expect([serial, values.length]).toEqual(["RCPJ00010", 424]);
    const from = utc("2023-04-17 15:33");
    const common = { side: "above", limit: 8, from, to: null, minutes: 4226 };
    expect(alarms).toEqual([
      { ...common, kind: "single", alarmedAt: utc("2023-04-17 16:03") },
      { ...common, kind: "cumulative", alarmedAt: utc("2023-04-17 16:33") },
    ]);
  });
});
