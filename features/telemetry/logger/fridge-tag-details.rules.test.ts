import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { ROOT } from "@/scripts/product/paths.mjs";
import { describeWithMeasurements, MEASUREMENTS } from "@/tests/support/measurements";
import { readFridgeTag } from "./fridge-tag.rules";

const options = { timeZone: "UTC", dateOrder: null, now: Date.UTC(2026, 0, 1) };
const file = readFileSync(join(ROOT, "tests/fixtures/logger/fridgetag2_130400191544.txt"), "utf8");
const own = file.replaceAll("\r\n", "\n");
const utc = (text: string) => Date.parse(`${text.replace(" ", "T")}Z`);

/**
 * Every name of a text with its value, found without the reader: lines are names, and so are the parts after commas.
 */
const namesOf = (text: string): string[] =>
  text
    .split(/\r?\n/)
    .filter((line) => line.trim() !== "" && !line.startsWith("\t"))
    .flatMap((line) => line.trim().split(/, (?=[A-Za-z][\w ]*:)/))
    .filter((part) => !/^(?:[^:]+):$/.test(part))
    .map((part) => part.replace(/:\s*/, ": "));

describe("what a Fridge-tag says day by day", () => {
  const { details } = readFridgeTag(own, options);

  it("are minutes outside without an alarm, checks, and the number of what happened", () =>
    expect(details.days).toEqual([
      {
        ...{ day: utc("2023-04-17 00:00"), belowMinutes: 0, aboveMinutes: 8, isClockChanged: false, events: 16 },
        checkedAt: [utc("2023-04-17 19:39")],
      },
      {
        ...{ day: utc("2023-04-18 00:00"), belowMinutes: 0, aboveMinutes: 2, isClockChanged: false, events: 0 },
        checkedAt: [],
      },
      {
        ...{ day: utc("2023-04-19 00:00"), belowMinutes: 0, aboveMinutes: 0, isClockChanged: false, events: 0 },
        checkedAt: [],
      },
      {
        ...{ day: utc("2023-04-20 00:00"), belowMinutes: 0, aboveMinutes: 0, isClockChanged: false, events: 16 },
        checkedAt: [utc("2023-04-20 15:13")],
      },
    ]));

  it("is that its clock was changed, and that it was checked twice", () => {
    const text = own.replace(
      "  Events: 16\n  Checked:\n   TS PM: 15:13",
      "  Events: 26\n  Checked:\n   TS AM: 08:00\n   TS PM: 15:13",
    );
    expect(readFridgeTag(text, options).details.days.at(-1)).toMatchObject({
      ...{ isClockChanged: true, events: 26 },
      checkedAt: [utc("2023-04-20 08:00"), utc("2023-04-20 15:13")],
    });
  });

  it("is whether an alarm was confirmed at the device", () => {
    const alarmed = (told: string) =>
      readFridgeTag(own.replace("t Acc: 8\n", `t Acc: 800, TS A: 21:00, ${told}\n`), options);
    expect(alarmed("C A: 0").alarms).toMatchObject([{ minutes: 800, isConfirmed: false }]);
    expect(alarmed("C A: 1").alarms).toMatchObject([{ isConfirmed: true }]);
    const other = alarmed("T Amb: +14.9, C A: 7");
    expect(other.alarms[0]).not.toHaveProperty("isConfirmed");
    expect(other.details.raw).toContainEqual({ name: "Hist · 2023-04-17 · Alarm · 1 · C A", value: "7" });
    expect(other.details.raw).toContainEqual({ name: "Hist · 2023-04-17 · Alarm · 1 · T Amb", value: "+14.9" });
  });

  it("and every other name, as it stands in the file", () => {
    const raw = new Map(details.raw.map(({ name, value }) => [name, value]));
    expect(Object.fromEntries(raw)).toMatchObject({
      ...{ Vers: "0.5", "Conf · PCB": "BG0214402648", "Conf · Ext Sensor · Timeout": "10" },
      ...{
        "Conf · Test TS": "2022-02-02 06:57",
        "Hist · TS Actv": "2023-04-17 16:43",
        "Cert · Owner": "Berlinger & Co. AG",
      },
    });
    expect(raw.has("Conf · Serial")).toBe(false);
    const longer = own.replace("Hist:\n", "Hist:\n Battery low: 2023-04-19 07:12\n");
    expect(readFridgeTag(longer, options).details.raw).toContainEqual({
      ...{ name: "Hist · Battery low", value: "2023-04-19 07:12" },
    });
    expect(readFridgeTag(own.replace("PCB: ", `PCB: ${"x".repeat(1001)}`), options).issues[0]?.rule).toBe("fridgeTag");
  });
});

const QTAG = `Device: Q-tag CLm doc LR
Conf:
 Serial: QT1
 Expired: 0
 Alarm:
  1:
   Type: 2, T AL: 8.0, t AL: 30
  3:
   Type: 0
  6:
   Type: 9, T AL: 2.0, t AL: 30
Errors:
 15:
  Err Count: 2, Err TS: 2025-03-01 09:20
 16:
  Err Count: many, Err TS: 2025-03-01 09:20
Res:
 Transport: 1
 TS Batt Temp: 2025-03-02 01:00
 TS Batt Crit:
 Alarm:
  1:
   TS S: 2025-03-01 21:50, t A: 219, TS A: 2025-03-01 22:20, TS E:, T M: 24.5, TS M: 2025-03-02 01:28
   TS S: 2025-03-02 02:00, t A: 9, TS A:, TS E: 2025-03-02 02:09
  3:
  6:
   TS S: 2025-03-02 02:00, t A: 31, TS A: 2025-03-02 02:31
Marker:
\tNumber\tT\tyyyy-MM-dd hh:mm\t
\t1\t5.2\t2025-03-01 05:12\t
\t2\t--.-\t2025-03-01 05:22\t
\tx\ty\tz
Data:
\tyyyy-MM-dd hh:mm\tT\tOut of limits
\t2025-03-01 05:09\t2.1\tx
\t2025-03-01 05:29\t2.4\t
Sig: ${"a".repeat(64)}
`;

describe("what a Q-tag says one by one", () => {
  const { details, issues, alarms, facts } = readFridgeTag(QTAG, options);
  it("are its markers", () =>
    expect([issues, details.markers]).toEqual([
      [],
      [
        { number: "1", at: utc("2025-03-01 05:12"), value: 5.2 },
        { number: "2", at: utc("2025-03-01 05:22"), value: null },
      ],
    ]));

  it("and, as they stand, names that nothing interprets: also of an alarm that never came or is of no known type", () => {
    expect([alarms.length, facts.errors.length]).toEqual([1, 1]);
    expect(details.raw).toEqual([
      { name: "Conf · Expired", value: "0" },
      { name: "Conf · Alarm · 3 · Type", value: "0" },
      { name: "Conf · Alarm · 6 · Type", value: "9" },
      { name: "Conf · Alarm · 6 · T AL", value: "2.0" },
      { name: "Conf · Alarm · 6 · t AL", value: "30" },
      { name: "Errors · 16 · Err Count", value: "many" },
      { name: "Errors · 16 · Err TS", value: "2025-03-01 09:20" },
      { name: "Res · Transport", value: "1" },
      { name: "Res · TS Batt Temp", value: "2025-03-02 01:00" },
      { name: "Res · TS Batt Crit", value: "" },
      { name: "Res · Alarm · 1 · TS S", value: "2025-03-02 02:00" },
      { name: "Res · Alarm · 1 · t A", value: "9" },
      { name: "Res · Alarm · 1 · TS A", value: "" },
      { name: "Res · Alarm · 1 · TS E", value: "2025-03-02 02:09" },
      { name: "Res · Alarm · 6 · TS S", value: "2025-03-02 02:00" },
      { name: "Res · Alarm · 6 · t A", value: "31" },
      { name: "Res · Alarm · 6 · TS A", value: "2025-03-02 02:31" },
      { name: "Sig", value: "a".repeat(64) },
      { name: "Data · Out of limits", value: "x × 1" },
      { name: "Marker", value: "x y z" },
    ]);
  });
});

type Device = { days: { Date: string; alarm: Record<string, Record<string, string>> }[] };

describeWithMeasurements("the loggers' own files, day by day and name by name", () => {
  const textOf = (name: string) => readFileSync(join(MEASUREMENTS, "loggers", `${name}.txt`), "utf8");

  it.each(["fridgetag2L_130500109088", "fridgetag2_130400191544"])("%s has the minutes of each day", (name) => {
    const { days } = JSON.parse(readFileSync(join(MEASUREMENTS, "loggers", `${name}.device.json`), "utf8")) as Device;
    const { details, alarms } = readFridgeTag(textOf(name), options);
    expect(details.days.map(({ day, belowMinutes, aboveMinutes }) => [day, belowMinutes, aboveMinutes])).toEqual(
      days
        .map((one) => [utc(`${one.Date} 00:00`), Number(one.alarm["0"]?.["t Acc"]), Number(one.alarm["1"]?.["t Acc"])])
        .reverse(),
    );
    const confirmed = textOf(name).match(/C A: 1/g)?.length ?? 0;
    expect(alarms.filter(({ isConfirmed }) => isConfirmed)).toHaveLength(confirmed);
    expect(alarms.every(({ isConfirmed }) => isConfirmed !== undefined)).toBe(true);
    const checks = textOf(name).match(/TS (?:AM|PM): \d/g)?.length ?? 0;
    expect(details.days.flatMap(({ checkedAt }) => checkedAt)).toHaveLength(checks);
  });

  it("the clock of a Fridge-tag 2 L was set on the day that it was switched on", () => {
    const { details } = readFridgeTag(textOf("fridgetag2L_130500109088"), options);
    const changed = details.days.filter(({ isClockChanged }) => isClockChanged);
    expect(changed).toMatchObject([{ day: utc("2022-05-02 00:00"), events: 10, checkedAt: [utc("2022-05-02 10:33")] }]);
  });

  it.each(["fridgetag2L_130500109088", "fridgetag2_130400191544", "qtagCLm_RCPJ00010_run03"])(
    "%s: each name that is shown as it stands is in the file with that value",
    (name) => {
      const { details } = readFridgeTag(textOf(name), options);
      const names = namesOf(textOf(name));
      const shown = details.raw.filter((one) => !one.name.startsWith("Data · ") && one.value !== "");
      expect(shown.length).toBeGreaterThan(20);
      for (const one of shown) expect(names).toContain(`${one.name.split(" · ").at(-1)}: ${one.value}`);
    },
  );
});
