import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { ROOT } from "@/scripts/product/paths.mjs";
import { describeWithMeasurements, MEASUREMENTS } from "@/tests/support/measurements";
import { readFridgeTag } from "./fridge-tag.rules";

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

/** A Q-tag's text in the maker's format, with invented values: alarm 5 occurred three times. */
const QTAG = `Device: Q-tag CLm doc LR
Fw Vers: 4.7
Conf:
 Serial: QT1
 MKT Energy: 83.0
 Test Res: 1, Test TS: 2025-01-01 10:17
 Alarm:
  1:
   Type: 2, T AL: 8.0, t AL: 30
  3:
   Type: 0
  4:
   Type: 3, T AL: 2.0, t AL: 60
  5:
   Type: 1, T AL: 2.0, t AL: 30
  6:
   Type: 1, T AL: 0.0, t AL: 10
Errors:
 15:
  Err Count: 2, Err TS: 2025-02-30 09:20
 19:
  Err Count: 1, Err TS: 2025-03-02 09:20
Res:
 TS Start: 2025-03-01 04:49
 TS Stop: 2025-03-02 01:28
 Min T: 0.9, TS Min T: 2025-03-01 12:49
 Max T: 24.3, TS Max T: 2025-03-02 00:19
 MKT: 10.5
 Avrg T: 5.4
 Alarm:
  1:
   TS S: 2025-03-01 21:50, t A: 219, TS A: 2025-03-01 22:20, TS E:, T M: 24.5, TS M: 2025-03-02 01:28
  4:
   TS S: 2025-03-01 05:51, t A: 598, TS A: 2025-03-01 07:34
  5:
   TS S: 2025-03-01 12:16, t A: 140, TS A: 2025-03-01 12:46, TS E: 2025-03-01 14:36, T M: 0.9, TS M: 2025-03-01 12:46
   TS S: 2025-03-01 14:52, t A: 32, TS A: 2025-03-01 15:22, TS E: 2025-03-01 15:24, T M: 1.4, TS M: 2025-03-01 15:00
   TS S: 2025-03-01 15:39, t A: 31, TS A: 2025-03-01 16:09, TS E: 2025-03-01 16:10, T M: 1.4, TS M: 2025-03-01 15:46
  6:
   TS S: 2025-03-01 13:00, t A: 11, TS A: 2025-03-01 13:10, TS E: 2025-03-01 13:11
Data:
\tyyyy-MM-dd hh:mm\tT\tOut of limits
\t2025-03-01 04:49\t--.-\tx
\t2025-03-01 04:59\t---\t
\t2025-03-01 05:09\t2.1\t
\t2025-03-01 05:19\t--.-\tx
\t2025-03-01 05:29\t2.4\t
Sig: ${"a".repeat(64)}
`;

describe("a Q-tag whose alarms came several times", () => {
  const content = readFridgeTag(QTAG.replace("2025-02-30", "2025-02-28"), options);

  it("tells every one of them with its own limit, its peak and its end", () => {
    expect(content.issues).toEqual([]);
    expect(content.alarms.map(({ kind, side, limit, minutes, peak }) => [kind, side, limit, minutes, peak])).toEqual([
      ["cumulative", "below", 2, 598, undefined],
      ["single", "below", 2, 140, 0.9],
      ["single", "below", 0, 11, undefined],
      ["single", "below", 2, 32, 1.4],
      ["single", "below", 2, 31, 1.4],
      ["single", "above", 8, 219, 24.5],
    ]);
    expect(content.alarms[1]).toMatchObject({
      from: utc("2025-03-01 12:16"),
      to: utc("2025-03-01 14:36"),
      alarmedAt: utc("2025-03-01 12:46"),
      peakAt: utc("2025-03-01 12:46"),
    });
    expect(content.alarms.at(-1)?.to).toBeNull();
  });

  it("tells the figures of its record, its own faults and the records without a value", () => {
    expect(content.facts).toMatchObject({
      summary: {
        ...{ startedAt: utc("2025-03-01 04:49"), stoppedAt: utc("2025-03-02 01:28") },
        ...{ minimum: 0.9, minimumAt: utc("2025-03-01 12:49"), maximum: 24.3, maximumAt: utc("2025-03-02 00:19") },
        ...{ mean: 5.4, mkt: 10.5, mktEnergy: 83 },
      },
      errors: [
        { code: "15", count: 2, at: utc("2025-02-28 09:20") },
        { code: "19", count: 1, at: utc("2025-03-02 09:20") },
      ],
      missing: [
        { from: utc("2025-03-01 04:49"), to: utc("2025-03-01 04:59"), count: 2 },
        { from: utc("2025-03-01 05:19"), to: utc("2025-03-01 05:19"), count: 1 },
      ],
    });
    expect(content.values.map(({ value }) => value)).toEqual([2.1, 2.4]);
  });

  it("is refused by line where one of its own times is none", () => {
    expect(readFridgeTag(QTAG, options).issues).toMatchObject([{ line: 20, column: "Err TS", rule: "time" }]);
  });
});

it("a day without its sensor has no extremes and is no error", () => {
  const unplugged = own
    .replace("Min T: +2.0, TS Min T: 13:30", "Min T: --.-, TS Min T: --:--")
    .replace("Max T: +8.0, TS Max T: 14:33", "Max T: ---, TS Max T: ---")
    .replace("Avrg T: +4.6", "Avrg T: --.-");
  const { values, issues } = readFridgeTag(unplugged, options);
  expect([values.length, issues]).toEqual([9, []]);
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
      // The display measures every minute, the log stores one value in five.
      expect(Math.max(...logged)).toBeLessThanOrEqual(value);
    }
  });

  it("the alarms of a Q-tag are those of its report, open where it was stopped", () => {
    const { values, alarms, serial, facts } = read("qtagCLm_RCPJ00010_run03");
    expect(facts.summary).toMatchObject({ minimum: 9.7, maximum: 12.7, mean: 10.4, mkt: 10.4, mktEnergy: 83 });
    expect([serial, values.length]).toEqual(["RCPJ00010", 424]);
    const from = utc("2023-04-17 15:33");
    const common = { side: "above", limit: 8, from, to: null, minutes: 4226 };
    const peak = { peak: 11.4, peakAt: utc("2023-04-17 16:17") };
    expect(alarms).toEqual([
      { ...common, ...peak, kind: "single", alarmedAt: utc("2023-04-17 16:03") },
      { ...common, kind: "cumulative", alarmedAt: utc("2023-04-17 16:33") },
    ]);
  });
});
