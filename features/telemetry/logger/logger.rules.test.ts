import { readFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { textsOf } from "@/lib/spreadsheet/delimited";
import { ROOT } from "@/scripts/product/paths.mjs";
import { longRuns } from "@/tests/support/long";
import { describeWithMeasurements, MEASUREMENTS } from "@/tests/support/measurements";
import { contentOf, Issues, MAXIMUM_EVENTS, MAXIMUM_ISSUES } from "./content.rules";
import { readText } from "./logger.rules";

const now = Date.UTC(2026, 10, 22);
const read = (text: string, timeZone = "UTC", dateOrder: "dmy" | "mdy" | null = null) =>
  readText([text], { timeZone, dateOrder, now });
const told = (text: string, zone?: string) =>
  read(text, zone).issues.map(({ line, column, rule }) => [line, column, rule]);
const own = readFileSync(join(ROOT, "tests/fixtures/logger/fridgetag2_130400191544.txt"));

describe("a logger's table", () => {
  it("is read with what stands above it, a decimal comma, two sensors, repeats and blanks", () => {
    const content = read(
      "Logger;LT-1\r\nSerial;99\r\n\r\nDatum;日期时间;Temperatura 1;Temperatura 2;Lux\r\n1;02.05.2022 04:50;5,5;;7\r\n2;02.05.2022 04:45;5,4;-;7\r\n2;02.05.2022 04:45;5,4;6,25;7\r\n",
      "Asia/Shanghai",
    );
    expect(content).toMatchObject({ format: "csv", issueCount: 0, repeats: 1, timeZone: "Asia/Shanghai" });
    expect(content.facts.ignored).toEqual(["Datum", "Lux"]);
    const at = Date.UTC(2022, 4, 1, 20, 45);
    const common = { measure: "temperature", statistic: "reading" };
    expect(content.values).toEqual([
      { ...common, channel: 1, at, value: 5.4 },
      { ...common, channel: 2, at, value: 6.25 },
      { ...common, channel: 1, at: at + 300_000, value: 5.5 },
    ]);
  });

  it.each([
    ["no value that is a number", "time,temp\n2022-05-02 04:44,warm", [2, "temp", "number"]],
    ["no time", "time,temp\n,5", [2, "time", "noTime"]],
    ["a time that is none", "time,temp\nsoon,5", [2, "time", "time"]],
    ["day and month to choose from", "time,temp\n03/04/2022 10:00,5", [2, "time", "dateOrder"]],
    ["more cells than titles", "time,temp\n2022-05-02 04:44,5,4", [2, "", "cells"]],
    ["decimals below no title", "time,temp,,note\n2022-05-02 04:44,4,5,x", [2, "", "decimals"]],
    ["a value beyond nature", "time,temp\n2022-05-02 04:44,-300", [2, "temp", "physical"]],
    ["a value without end", "time,temp\n2022-05-02 04:44,1e999", [2, "temp", "number"]],
    ["a door ajar", "time,door\n2022-05-02 04:44,0.5", [2, "door", "switch"]],
    ["the future", "time,temp\n2026-11-22 00:11,5", [2, "temp", "future"]],
    ["the past century", "time,temp\n1999-12-31 23:59,5", [2, "temp", "early"]],
    ["a contradiction", "time,temp\n2022-05-02 04:44,5\n2022-05-02 04:44,6", [3, "temp", "contradiction"]],
    ["more than five years", "time,temp\n2016-05-02 04:44,5\n2022-05-02 04:44,6", [0, "", "years"]],
    ["nothing below its head", "time,temp\n", [0, "", "empty"]],
    ["no head", "2022-05-02 04:44,5\n", [0, "", "columns"]],
    ["nothing like a table", "hello\nworld\n", [0, "", "head"]],
    ["an open quote", 'time,temp\n2022-05-02 04:44,"5\n', [2, "", "quote"]],
  ])("with %s is refused by line, column and rule", (_name, text, issue) => expect(told(text)).toEqual([issue]));

  it("with an hour that its zone's clock skips is refused: that clock was another", () => {
    const text = "time,temp\n2016-03-27 01:50,5\n2016-03-27 02:10,6\n2016-03-27 03:10,7";
    expect(told(text, "Europe/Brussels")).toEqual([[3, "time", "skipped"]]);
    expect(told(text, "Etc/GMT-1")).toEqual([]);
  });

  it("takes its own zone where it names one", () => {
    const content = read("ts_utc,temp\n2022-05-02 04:44,5", "Asia/Shanghai");
    expect([content.timeZone, content.values[0]?.at]).toEqual(["UTC", Date.UTC(2022, 4, 2, 4, 44)]);
  });

  it("is read in the encoding that its cells make sense in", () => {
    const latin = Buffer.from("Time;Temperature\n2022-05-02 04:44;4,5 °C\n2022-05-02 04:54;5,0 °C\n", "latin1");
    const { values, issueCount } = readText(textsOf(latin), { timeZone: "UTC", dateOrder: null, now });
    expect([values.map(({ value }) => value), issueCount]).toEqual([[4.5, 5], 0]);
  });

  it("tells of no more alarms than a logger can have raised", () => {
    const alarm = { kind: "day", side: "above", limit: 8, from: 0, to: null, alarmedAt: 0, minutes: 1 } as const;
    const values = read("time,temp\n2022-05-02 04:44,5").values.map((one) => ({ ...one, line: 2, column: "temp" }));
    const rulesOf = (count: number) => {
      const alarms = Array.from({ length: count }, () => alarm);
      const { issues } = contentOf("fridge-tag", values, new Issues(), { timeZone: "UTC", now }, { alarms });
      return issues.map(({ rule, limit }) => [rule, limit]);
    };
    expect(rulesOf(MAXIMUM_EVENTS)).toEqual([]);
    expect(rulesOf(MAXIMUM_EVENTS + 1)).toEqual([["events", MAXIMUM_EVENTS]]);
  });

  it("counts every issue and keeps the first ones, with what stands there cut", () => {
    const rows = Array.from({ length: 500 }, () => `2022-05-02 04:44,${"x".repeat(500)}`).join("\n");
    const { issues, issueCount } = read(`time,temp\n${rows}`);
    expect([issueCount, issues.length, issues[0]?.value?.length]).toEqual([500, MAXIMUM_ISSUES, 60]);
  });
});

describe("files that only want to be large", () => {
  const MEGABYTES = 10 * 1024 * 1024;
  const fill = (head: string, line: string) => head + line.repeat(Math.floor((MEGABYTES - head.length) / line.length));
  const titles = Array.from({ length: 99 }, (_, index) => `temp ${index + 1}`).join(",");
  it.each([
    ["rows", "time,temp\n", "1,1\n", "rows"],
    ["columns", `time,${titles}\n`, `2022-05-02 04:44${",5".repeat(99)}\n`, "values"],
    ["names", "Device: x\nConf:\n", "a:\n", "rows"],
    ["lines of a log", "Device: x\nData:\n", "\t1\n", "rows"],
    ["commas", "time,temp\n", ",", "empty"],
    ["quotes", "time,temp\n", '"', "empty"],
  ])("with nothing but %s are refused within seconds", (_name, head, line, rule) => {
    const started = process.cpuUsage();
    const { issues, values } = read(fill(head, line));
    expect(issues[0]?.rule).toBe(rule);
    expect(values).toEqual([]);
    expect(process.cpuUsage(started).user / 1e6).toBeLessThan(15);
  });
});

describe("whatever is sent", () => {
  const bytes = fc.oneof(
    fc.uint8Array({ maxLength: 600 }),
    fc.tuple(fc.nat(own.length), fc.nat(own.length)).map(([from, to]) => new Uint8Array(own.subarray(from, to))),
    fc
      .nat(own.length - 1)
      .chain((at) =>
        fc.nat(255).map((byte) => new Uint8Array([...own.subarray(0, at), byte, ...own.subarray(at + 1)])),
      ),
    fc
      .array(
        fc.tuple(
          fc.constantFrom("2022-05-02 04:44", "", "x", "1e400"),
          fc.oneof(fc.double().map(String), fc.string({ maxLength: 9 })),
        ),
        { maxLength: 9 },
      )
      .map((rows) => new Uint8Array(Buffer.from(`time,temp\n${rows.map((row) => row.join(",")).join("\n")}`))),
  );

  it("is read or refused, never half: values are sound and each once, or there is an issue", () => {
    fc.assert(
      fc.property(bytes, (given) => {
        const { values, issues, issueCount } = readText(textsOf(given), {
          timeZone: "Europe/Brussels",
          dateOrder: null,
          now,
        });
        expect(values.length > 0 || issueCount > 0).toBe(true);
        expect(issues.length).toBe(Math.min(issueCount, MAXIMUM_ISSUES));
        expect(values.every(({ at, value }) => Number.isSafeInteger(at) && Number.isFinite(value))).toBe(true);
        const keys = values.map(({ measure, channel, statistic, at }) => `${measure} ${channel} ${statistic} ${at}`);
        expect(new Set(keys).size).toBe(keys.length);
      }),
      { numRuns: longRuns(80, 400) },
    );
  });

  it("of a logger's own text every cut is told", () => {
    const end = own.indexOf("Sig: ");
    fc.assert(
      fc.property(fc.integer({ min: 8, max: end + 20 }), (length) => {
        expect(
          readText(textsOf(own.subarray(0, length)), { timeZone: "UTC", dateOrder: null, now }).issueCount,
        ).toBeGreaterThan(0);
      }),
    );
  });
});

describeWithMeasurements("real files", () => {
  const real = (path: string, timeZone: string) =>
    readText(textsOf(readFileSync(join(MEASUREMENTS, path))), { timeZone, dateOrder: null, now });

  it.each([
    ["loggers/fridgetag2L_130500109088.csv", "Asia/Kathmandu", 10_653],
    ["loggers/qtagCLm_RCPJ00010_run03.csv", "UTC", 424],
    ["series/uci_occupancy_training.csv", "Europe/Brussels", 3 * 8143],
    ["series/uci_appliances_rooms_1-5.csv", "Etc/GMT-1", 10 * 14_941],
  ])("%s in %s has %i values and nothing to complain of", (path, zone, count) => {
    const { values, issues } = real(path, zone);
    expect([values.length, issues]).toEqual([count, []]);
  });

  it("a clock without summer time is told by the hour that its zone skips", () => {
    const { issues, issueCount } = real("series/uci_appliances_rooms_1-5.csv", "Europe/Brussels");
    expect([issueCount, new Set(issues.map(({ rule }) => rule))]).toEqual([6, new Set(["skipped"])]);
    expect(issues[0]?.value).toBe("2016-03-27 02:00");
  });

  it("a clock that was set back contradicts itself line by line", () => {
    const { issues, issueCount } = real("series/nab_machine_temperature_system_failure.csv", "UTC");
    expect([issueCount, issues[0]]).toMatchObject([
      12,
      { line: 10_151, column: "temp_f", rule: "contradiction", other: 10_139 },
    ]);
  });
});
