import { readFileSync } from "node:fs";
import { join } from "node:path";
import { eq } from "drizzle-orm";
import { expect, it } from "vitest";
import { db } from "@/db/client";
import { probeState } from "@/db/schema";
import { sumHours } from "@/features/observation/observation.jobs";
import { kineticOf } from "@/features/observation/observation.rules";
import { observeSpans } from "@/features/observation/observation.service";
import { ingest } from "@/features/telemetry/ingest/ingest.operations";
import { meanKineticTemperature } from "@/lib/units/kinetic";
import {
  type Condition,
  exceptionsOf,
  type Fridge,
  fridgeWith,
  MINUTE,
  owner,
  useAlarmStories,
} from "../factories/alarm-scenarios";
import { deviceContext } from "../support/contexts";
import { describeWithMeasurements, MEASUREMENTS } from "../support/measurements";

useAlarmStories();

const DAY = 24 * 60 * MINUTE;
/** Times of loggers are read as UTC. */
const timeOf = (text: string) => Date.parse(`${text.replace(" ", "T")}:00Z`);
const read = (file: string) => readFileSync(join(MEASUREMENTS, file), "utf8");
const json = <T>(file: string) => JSON.parse(read(file)) as T;

type Sample = { at: number; temperature: number };

/** The log of a device, as the file beside its report has it. */
function logOf(name: string): Sample[] {
  const [header, ...lines] = read(`loggers/${name}.csv`).trim().split(/\r?\n/);
  expect(header).toBe("ts_device,temp_c,out_of_limits_flag");
  return lines.map((line) => {
    const [time = "", temperature] = line.split(",");
    return { at: timeOf(time), temperature: Number(temperature) };
  });
}

/** One after the other as it was measured, or newest first in parts, as a buffer may come. */
async function feed(fridge: Fridge, samples: readonly Sample[], order: "as measured" | "newest first" = "as measured") {
  const readings = samples.map(({ at, temperature }) => ({
    device: fridge.sensor.serialNumber,
    at,
    values: { temperature },
  }));
  const parts = Array.from({ length: Math.ceil(readings.length / 2000) }, (_, index) =>
    readings.slice(index * 2000, (index + 1) * 2000),
  );
  for (const part of order === "as measured" ? parts : parts.reverse())
    expect((await ingest(deviceContext(owner().id), part)).rejected).toEqual([]);
}

const standing = async (fridge: Fridge) =>
  (await exceptionsOf(fridge)).filter(({ withdrawnAt }) => withdrawnAt === null);

const every = (seconds: number) => ({ device: { reportIntervalSeconds: seconds } });

describeWithMeasurements("mean kinetic temperature", () => {
  type Vector = { source: string; temps_c?: number[]; answer_c: number; recomputed_c: number };
  const decimals = (value: number) => String(value).split(".")[1]?.length ?? 0;
  /** Loggers cut figures off, and so may tables. */
  const cut = (value: number, digits: number) => Math.trunc(value * 10 ** digits) / 10 ** digits;

  it("is that of the published examples and of a logger's own sum", () => {
    const { examples } = json<{ examples: Vector[] }>("mkt/mkt.json");
    expect(examples.length).toBeGreaterThan(1);
    for (const { source, temps_c: given, answer_c: answer, recomputed_c: recomputed } of examples) {
      const temperatures = given ?? logOf("qtagCLm_RCPJ00010_run03").map(({ temperature }) => temperature);
      const kinetic = meanKineticTemperature(temperatures) ?? Number.NaN;
      expect(Math.abs(kinetic - recomputed), source).toBeLessThan(0.0006);
      expect(cut(kinetic, decimals(answer)), source).toBe(answer);
    }
  });

  it("is the same of the whole from what the hours have added up", async () => {
    const log = logOf("qtagCLm_RCPJ00010_run03");
    const fridge = await fridgeWith([], every(600));
    await feed(fridge, log);
    const now = new Date();
    const signal = new AbortController().signal;
    await sumHours.run({}, { db: db(), now, attempt: 1, maximumAttempts: 1, signal });
    const [from, to] = [log[0]?.at ?? 0, log.at(-1)?.at ?? 0];
    const period = { from: Number.NEGATIVE_INFINITY, to: Number.POSITIVE_INFINITY };
    const span = { from, to, period, minimum: null, maximum: null, stepMs: 1_200_000, isTemperature: true };
    const [sums] =
      (await observeSpans({ db: db(), now }, [{ probeId: fridge.probes.temperature ?? 0, ...span }])) ?? [];
    // The last value has held for no time yet.
    expect(sums?.count).toBe(log.length - 1);
    const held = meanKineticTemperature(log.slice(0, -1).map(({ temperature }) => temperature));
    expect(sums && kineticOf(sums)).toBeCloseTo(held ?? Number.NaN, 9);
  });
});

describeWithMeasurements("the alarm rules of the WHO", () => {
  type Rule = { when: string; mode: string; minutes: number };
  const BEGIN = Date.UTC(2026, 8, 1);
  /** All rules, by what they say. */
  const rules = () => {
    const { source: _source, edge: _edge, ...sets } = json<Record<string, Rule[]>>("loggers/who_pqs_alarm_rules.json");
    return Object.entries(sets).flatMap(([set, some]) =>
      some.map((rule) => ({ name: `${set} ${rule.when} ${rule.mode} ${rule.minutes} min`, rule })),
    );
  };

  /** The last value that is still inside, and the first that is not: loggers measure tenths. */
  function limitsOf({ when }: Rule) {
    const [, sign = "", text] = /^(>=|<=|>|<) (-?[\d.]+)$/.exec(when) ?? [];
    const [threshold, outward] = [Number(text), sign.startsWith(">") ? 1 : -1];
    const tenths = (value: number) => Math.round(value * 10) / 10;
    const inside = sign.endsWith("=") ? tenths(threshold - outward / 10) : threshold;
    return {
      inside,
      outside: tenths(inside + outward / 10),
      side: outward === 1 ? ("above" as const) : ("below" as const),
    };
  }

  function conditionOf(rule: Rule): Condition {
    const { inside, side } = limitsOf(rule);
    const limits = {
      minimum: side === "below" ? inside : null,
      maximum: side === "above" ? inside : null,
      deadBand: 0,
    };
    if (rule.mode === "single event")
      return { kind: "range", ...limits, delaySeconds: rule.minutes * 60, delayMode: "ignore-delay" };
    // Indicators add up for as long as they travel, refrigerators over a day.
    const windowMinutes = rule.mode === "cumulative" ? 30 * 24 * 60 : 24 * 60;
    return { kind: "cumulative", ...limits, outsideMinutes: rule.minutes, windowMinutes };
  }

  /** So many minutes of each value, in turn. */
  function story(...parts: readonly (readonly [minutes: number, temperature: number])[]): Sample[] {
    const values = parts.flatMap(([minutes, temperature]) => new Array<number>(minutes).fill(temperature));
    return values.map((temperature, index) => ({ at: BEGIN + index * MINUTE, temperature }));
  }

  it("say that the threshold itself counts", () => {
    expect(json<{ edge: string }>("loggers/who_pqs_alarm_rules.json").edge).toContain("30.0 alarms, 29.9 does not");
    expect(limitsOf({ when: ">= 30.0", mode: "", minutes: 0 })).toEqual({ inside: 29.9, outside: 30, side: "above" });
    expect(limitsOf({ when: "< -0.5", mode: "", minutes: 0 })).toEqual({ inside: -0.5, outside: -0.6, side: "below" });
  });

  it("raise at the minute, no sooner, and not at a tenth less", async () => {
    expect(rules().length).toBeGreaterThan(6);
    for (const { name, rule } of rules()) {
      const { inside, outside, side } = limitsOf(rule);
      const made = () => fridgeWith([conditionOf(rule)], every(60));
      const [lenient, short, long] = [await made(), await made(), await made()];
      await feed(lenient, story([rule.minutes + 60, inside]));
      expect(await standing(lenient), name).toEqual([]);
      await feed(short, story([30, inside], [rule.minutes - 1, outside], [30, inside]));
      expect(await standing(short), name).toEqual([]);
      await feed(long, story([30, inside], [rule.minutes + 30, outside]));
      const dueAt = new Date(BEGIN + (30 + rule.minutes) * MINUTE);
      expect(await standing(long), name).toMatchObject([{ side, raisedAt: dueAt, endedAt: null }]);
    }
  }, 60_000);

  it("add up pieces where they are cumulative", async () => {
    const cumulative = rules().filter(({ rule }) => rule.mode.startsWith("cumulative"));
    expect(cumulative.length).toBeGreaterThan(3);
    for (const { name, rule } of cumulative) {
      const { inside, outside, side } = limitsOf(rule);
      const piece = [
        [rule.minutes / 10, outside],
        [15, inside],
      ] as const;
      const [short, long] = [
        await fridgeWith([conditionOf(rule)], every(60)),
        await fridgeWith([conditionOf(rule)], every(60)),
      ];
      const times = (count: number) => Array.from({ length: count }, () => piece).flat();
      await feed(short, story(...times(9), [rule.minutes / 10 - 1, outside], [30, inside]));
      expect(await standing(short), name).toEqual([]);
      await feed(long, story(...times(9), [rule.minutes / 10 + 1, outside]));
      const reachedAt = new Date(BEGIN + (9 * (rule.minutes / 10 + 15) + rule.minutes / 10) * MINUTE);
      expect(await standing(long), name).toMatchObject([
        { kind: "cumulative", side, raisedAt: reachedAt, endedAt: null },
      ]);
    }
  });

  it("a single event of pieces is none", async () => {
    for (const { rule } of rules().filter(({ rule: { mode } }) => mode === "single event")) {
      const { inside, outside } = limitsOf(rule);
      const fridge = await fridgeWith([conditionOf(rule)], every(60));
      await feed(fridge, story([55, outside], [5, inside], [55, outside], [5, inside]));
      expect(await standing(fridge)).toEqual([]);
    }
  });
});

describeWithMeasurements("what loggers have found themselves", () => {
  type Day = { Date: string; "Max T": string; alarm: Record<"0" | "1", { "t Acc": string; "TS A"?: string }> };
  type Settings = Record<"0" | "1", { "T AL": string; "t AL": string }>;
  const sides = [
    ["0", "below"],
    ["1", "above"],
  ] as const;

  it.each(["as measured", "newest first"] as const)(
    "a fridge of weeks: at each of the device's own alarms of a day, %s",
    async (order) => {
      const name = "fridgetag2L_130500109088";
      const { days, alarm_settings: settings } = json<{ days: Day[]; alarm_settings: Settings }>(
        `loggers/${name}.device.json`,
      );
      const fridge = await fridgeWith(
        sides.map(
          ([key, side]): Condition => ({
            kind: "cumulative",
            [side === "above" ? "maximum" : "minimum"]: Number(settings[key]["T AL"]),
            deadBand: 0,
            outsideMinutes: Number(settings[key]["t AL"]),
            windowMinutes: 24 * 60,
          }),
        ),
        every(300),
      );
      await feed(fridge, logOf(name), order);
      const found = await standing(fridge);
      const alarms = days.flatMap(({ Date: day, alarm }) =>
        sides.flatMap(([key, side]) =>
          alarm[key]["TS A"] ? [{ side, at: timeOf(`${day} ${alarm[key]["TS A"]}`) }] : [],
        ),
      );
      expect(alarms.length).toBeGreaterThan(20);
      // A day that slides holds what a day of the calendar holds, so it is found as early; the log is of every five minutes.
      const missed = alarms.filter(
        ({ side, at }) =>
          !found.some(
            (one) =>
              one.side === side &&
              one.startedAt.getTime() <= at + 10 * MINUTE &&
              (one.endedAt?.getTime() ?? Number.POSITIVE_INFINITY) >= at,
          ),
      );
      expect(missed.map(({ side, at }) => `${side} ${new Date(at).toISOString()}`)).toEqual([]);
      const quiet = days
        .filter(({ alarm }) => sides.every(([key]) => Number(alarm[key]["t Acc"]) === 0))
        .map((day) => timeOf(`${day.Date} 00:00`));
      expect(quiet.length).toBeGreaterThan(5);
      for (const at of quiet)
        expect(found.some(({ startedAt }) => startedAt.getTime() >= at && startedAt.getTime() < at + DAY)).toBe(false);
    },
    60_000,
  );

  it("a transport: the single event and the sum of the Q-tag, within one interval", async () => {
    const name = "qtagCLm_RCPJ00010_run03";
    type Alarm = { "TS S": string; "TS A": string };
    const { alarms } = json<{ alarms: Record<string, Alarm[]> }>(`loggers/${name}.device.json`);
    const single = await fridgeWith([{ minimum: 2, maximum: 8, delaySeconds: 30 * 60 }], every(600));
    const summed = await fridgeWith(
      [{ kind: "cumulative", minimum: 2, maximum: 8, outsideMinutes: 60, windowMinutes: 30 * 24 * 60 }],
      every(600),
    );
    for (const [fridge, key] of [
      [single, "1"],
      [summed, "2"],
    ] as const) {
      await feed(fridge, logOf(name));
      const [told] = alarms[key] ?? [];
      const found = await standing(fridge);
      expect(found).toMatchObject([{ side: "above", endedAt: null }]);
      // The device counts from the end of its first interval, ours from the first reading outside.
      expect(timeOf(told?.["TS A"] ?? "") - (found[0]?.raisedAt.getTime() ?? 0)).toBe(10 * MINUTE);
    }
    expect([alarms["4"], alarms["5"]]).toEqual([[], []]);
  });

  it("a fridge whose logger tells of days alone: its minutes outside are as few for us as for it", async () => {
    const { days, alarm_settings: settings } = json<{ days: Day[]; alarm_settings: Settings }>(
      "loggers/fridgetag2_130400191544.device.json",
    );
    expect(days).toHaveLength(4);
    const conditions = sides.map(
      ([key, side]): Condition => ({
        kind: "cumulative",
        [side === "above" ? "maximum" : "minimum"]: Number(settings[key]["T AL"]),
        deadBand: 0,
        outsideMinutes: Number(settings[key]["t AL"]),
        windowMinutes: 24 * 60,
      }),
    );
    /** A day that is at its maximum for the minutes that the logger has counted, times `factor`. */
    const dayOf = ({ Date: day, alarm, "Max T": maximum }: Day, factor: number): Sample[] => {
      const minutes = Number(alarm["1"]["t Acc"]) * factor;
      return Array.from({ length: 24 * 60 }, (_, index) => ({
        at: timeOf(`${day} 00:00`) + index * MINUTE,
        temperature: index < minutes ? Number(maximum) : 4.5,
      }));
    };
    const [asTold, worse] = [await fridgeWith(conditions, every(60)), await fridgeWith(conditions, every(60))];
    await feed(
      asTold,
      [...days].reverse().flatMap((day) => dayOf(day, 1)),
    );
    expect(await standing(asTold)).toEqual([]);
    const [state] = await db()
      .select()
      .from(probeState)
      .where(eq(probeState.probeId, asTold.probes.temperature ?? 0));
    expect(state?.lastAt?.getTime()).toBe(timeOf(`${days[0]?.Date} 23:59`));
    // The day with eight minutes, a hundred times as long: the same data can raise it.
    await feed(worse, dayOf(days[3] as Day, 100));
    expect(await standing(worse)).toMatchObject([
      { kind: "cumulative", side: "above", startedAt: new Date(timeOf(`${days[3]?.Date} 10:00`)) },
    ]);
  });
});
