import { describe, expect, it } from "vitest";
import { ConditionInput } from "../condition/condition.schema";
import { judgeWindow, type MachineRule } from "../evaluation/machine.rules";
import {
  alarmsIn,
  leadOf,
  type MeasuringInput,
  machineOf,
  readingsEach,
  staysIn,
  weightOf,
  withMessages,
} from "./rules";

const MINUTE = 60_000;
/** A Friday, 12:00 UTC. */
const NOON = Date.UTC(2026, 10, 20, 12);
const condition = (fields: object) =>
  ConditionInput.parse({ kind: "range", measure: "temperature", ...fields }) as MeasuringInput;
const range = { minimum: 2, maximum: 8 };
const series = (values: number[], start = NOON) =>
  values.map((value, index) => ({ at: start + index * 5 * MINUTE, value }));
const always = { calendar: null, timeZone: "UTC", from: NOON, now: NOON + 1440 * MINUTE };

describe("the machine of a condition that is tried out", () => {
  it("has the carrier's range unless the condition has limits of its own", () => {
    expect(machineOf(condition({}), range, 300, [])).toMatchObject({ kind: "range", minimum: 2, maximum: 8 });
    expect(machineOf(condition({ maximum: 5 }), range, 300, [])).toMatchObject({ minimum: null, maximum: 5 });
    expect(machineOf(condition({}), undefined, 300, [])).toBeNull();
    expect(machineOf(condition({ kind: "no-data" }), range, 300, [])).toBeNull();
  });

  it("knows when the door stood open", async () => {
    const open = [{ from: NOON - MINUTE, to: null }];
    const rule = machineOf(
      condition({ doorDelaySeconds: 600, delayMode: "ignore-delay" }),
      range,
      300,
      open,
    ) as MachineRule;
    expect(await alarmsIn(rule, series([5, 9, 5]), always)).toEqual([]);
    const [alarm] = await alarmsIn(rule, series([5, 9, 9, 9, 9, 5]), always);
    expect(alarm).toMatchObject({ startedAt: NOON + 5 * MINUTE, raisedAt: NOON + 15 * MINUTE });
  });
});

describe("an alarm that would have been", () => {
  const rule = machineOf(condition({}), range, 300, []) as MachineRule;
  const windows = [{ from: "12:15", to: "13:00" }];

  it("waits for the calendar while it goes on, and is none where it is over before", async () => {
    const calendar = { days: [5], windows };
    const [alarm] = await alarmsIn(rule, series([5, 9, 9, 9, 9, 5]), { ...always, calendar });
    expect(alarm).toMatchObject({ startedAt: NOON + 5 * MINUTE, raisedAt: NOON + 15 * MINUTE });
    expect(await alarmsIn(rule, series([5, 9, 5]), { ...always, calendar })).toEqual([]);
    expect(await alarmsIn(rule, series([5, 9, 9, 9, 9, 5]), { ...always, calendar: { days: [6], windows } })).toEqual(
      [],
    );
  });

  it("tells the groups of the plan until it is over, and nobody twice for nothing", () => {
    const found = {
      kind: "range" as const,
      measure: "temperature" as const,
      crossing: null,
      geofenceName: null,
      severity: "major" as const,
      severitySteps: null,
      side: "above" as const,
      startedAt: NOON,
      raisedAt: NOON,
      endedAt: NOON + 60 * MINUTE,
    };
    const row = { level: 1, isOnDuty: false, usesContactTiming: false, repeatTimes: 0, repeatIntervalMinutes: 10 };
    const plan = [
      { ...row, afterMinutes: 0, contactGroupId: 1, channels: ["email", "popup"] as const, repeatTimes: 1 },
      { ...row, afterMinutes: 31, contactGroupId: 1, level: 2, channels: ["sms"] as const },
      { ...row, afterMinutes: 120, contactGroupId: 1, channels: ["email"] as const },
    ].map((one) => ({ ...one, channels: [...one.channels] }));
    const contacts = [1, 1, 2].map((level, index) => ({
      ...{ id: index + 1, groupId: 1, level, quietHours: null },
      ...{ delayMinutes: null, repeatTimes: null, repeatIntervalMinutes: null },
      channels: ["email" as const, "sms" as const],
    }));
    const customer = { notifyByEmail: true, notifyBySms: true, timeZone: "UTC" };
    const people = { contacts, rotas: [], customer, sceneId: 1 };
    const {
      alarms: [alarm],
    } = withMessages([found], plan, people, NOON + 120 * MINUTE);
    expect(alarm?.messages).toEqual([
      { channel: "email", count: 4 },
      { channel: "sms", count: 1 },
      { channel: "popup", count: 1 },
    ]);
    expect(alarm?.toldAt).toBe(NOON);
    expect(withMessages([found], [], people, NOON + 120 * MINUTE)).toMatchObject({
      alarms: [{ messages: [], toldAt: null }],
      messages: [],
    });
    // A contact without an address for a channel is not notified by it.
    const known = people.contacts.map((one) => ({
      ...one,
      addresses: one.id === 2 ? {} : { email: `${one.id}@example.com` },
    }));
    const reached = withMessages([found], plan, { ...people, contacts: known }, NOON + 120 * MINUTE);
    expect(reached.messages).toEqual([
      { channel: "email", count: 2 },
      { channel: "popup", count: 1 },
    ]);
    // Alarms at one place and time are one message per person; an hour later it is another.
    const both = (raisedAt: number) =>
      withMessages([found, { ...found, raisedAt, endedAt: null }], plan, people, NOON + 120 * MINUTE);
    expect(both(NOON + 5_000).messages).toEqual([
      { channel: "email", count: 6 },
      { channel: "sms", count: 1 },
      { channel: "popup", count: 2 },
    ]);
    expect(both(NOON + 60 * MINUTE).messages).toContainEqual({ channel: "email", count: 10 });
    // A severity that rises after half an hour is notified like a new alarm.
    const rising = { ...found, severitySteps: [{ afterMinutes: 30, severity: "critical" as const }] };
    const risen = withMessages([rising], plan, people, NOON + 120 * MINUTE);
    expect(risen.alarms).toMatchObject([{ severity: "critical" }]);
    expect(risen.messages).toEqual([
      { channel: "email", count: 8 },
      { channel: "sms", count: 1 },
      { channel: "popup", count: 2 },
    ]);
  });
});

describe("a geofence condition that is tried out", () => {
  const passage = (minutes: number, kind: "enter" | "exit") => ({
    ...{ geofenceId: 1, geofenceName: "City", longitude: 113, latitude: 23 },
    at: NOON + minutes * MINUTE,
    kind,
  });
  const way = [passage(-60, "enter"), passage(0, "exit"), passage(10, "enter"), passage(30, "exit")];
  const left = { kind: "geofence", crossing: "exit", geofenceId: null, severity: null, severitySteps: null } as const;
  const raised = (delaySeconds: number, clock = always) =>
    staysIn({ ...left, delaySeconds }, way, clock).map(({ startedAt, raisedAt, endedAt }) =>
      [startedAt, raisedAt, endedAt].map((at) => (at === null ? null : (at - NOON) / MINUTE)),
    );

  it("finds what lasted, and waits for the calendar while it goes on", () => {
    expect(raised(0)).toEqual([
      [0, 0, 10],
      [30, 30, null],
    ]);
    expect(raised(900)).toEqual([[30, 45, null]]);
    const calendar = { days: [5], windows: [{ from: "13:00", to: "14:00" }] };
    expect(raised(0, { ...always, calendar } as never)).toEqual([[30, 60, null]]);
    expect(raised(0, { ...always, from: NOON + 20 * MINUTE })).toEqual([[30, 30, null]]);
  });
});

describe("what began before the days that are judged", () => {
  const rule = machineOf(condition({ kind: "cumulative", outsideMinutes: 60, windowMinutes: 1440 }), range, 300, []);
  const hours = (count: number) => NOON + count * 60 * MINUTE;
  // Outside for half an hour, inside for two, repeatedly.
  const samples = series(
    Array.from({ length: 300 }, (_, index) => (index % 30 < 6 ? 9 : 5)),
    hours(-12),
  );
  const judged = (known: typeof samples, from = NOON) => alarmsIn(rule as MachineRule, known, { ...always, from });

  it("counts as far as it matters, and is told unless it is over", async () => {
    const [alarm] = await judged(samples);
    expect(alarm?.startedAt).toBeLessThan(NOON);
    expect(await judged(samples.filter(({ at }) => at >= NOON))).not.toEqual([alarm]);
    expect(leadOf(rule as MachineRule)).toBeGreaterThan(24 * 60 * MINUTE);
    const over = [
      ...samples.filter(({ at }) => at < hours(-6)),
      { at: hours(40), value: 5 },
      { at: hours(80), value: 5 },
    ];
    expect((await judged(over)).map(({ endedAt }) => endedAt)).toEqual([hours(40)]);
    expect(await judged(over, hours(41))).toEqual([]);
  });

  it("is the same however many readings are judged at a time", async () => {
    const many = series(
      Array.from({ length: 3000 }, (_, index) => 5 + 4 * Math.sin(index / 90)),
      NOON,
    );
    const trend = machineOf(condition({ kind: "trend", horizonMinutes: 60 }), range, 300, []);
    for (const one of [rule, trend] as MachineRule[]) {
      const whole = judgeWindow(one, many, { from: null, to: null }, always.now).excursions;
      expect(whole.length).toBeGreaterThan(1);
      expect(await alarmsIn(one, many, { ...always, now: many.at(-1)?.at ?? 0 })).toEqual(whole);
    }
  });

  it("leaves others their turn", async () => {
    const many = series(Array.from({ length: 20_000 }, (_, index) => 5 + 2 * Math.sin(index / 30)));
    const trend = machineOf(condition({ kind: "trend", horizonMinutes: 60 }), range, 300, []) as MachineRule;
    let turns = 0;
    const count = setInterval(() => (turns += 1), 1);
    await alarmsIn(trend, many, { ...always, now: many.at(-1)?.at ?? 0 });
    clearInterval(count);
    expect(turns).toBeGreaterThan(10);
  });
});

it("judges 30 days of a reading a minute, and less where many conditions judge them, or trends", () => {
  expect(readingsEach(1)).toBeGreaterThanOrEqual(60 * 1440);
  expect(30 * readingsEach(30)).toBeLessThanOrEqual(400_000);
  expect(readingsEach(0)).toBe(readingsEach(1));
  expect(readingsEach(weightOf([{ kind: "trend" }]))).toBeLessThanOrEqual(20_000);
});
