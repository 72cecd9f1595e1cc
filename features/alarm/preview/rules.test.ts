import { describe, expect, it } from "vitest";
import { ConditionInput } from "../condition/schema";
import type { MachineRule } from "../machine/rules";
import { alarmsIn, machineOf, readingsEach, sumOf, withMessages } from "./rules";

const MINUTE = 60_000;
/** A Friday, 12:00 UTC. */
const NOON = Date.UTC(2026, 10, 20, 12);
const condition = (fields: object) => ConditionInput.parse({ kind: "range", measure: "temperature", ...fields });
const range = { minimum: 2, maximum: 8 };
const series = (values: number[], start = NOON) =>
  values.map((value, index) => ({ at: start + index * 5 * MINUTE, value }));
const always = { calendar: null, timeZone: "UTC", now: NOON + 1440 * MINUTE };

describe("the machine of a condition that is tried out", () => {
  it("has the carrier's range unless the condition has limits of its own", () => {
    expect(machineOf(condition({}), range, 300, [])).toMatchObject({ kind: "range", minimum: 2, maximum: 8 });
    expect(machineOf(condition({ maximum: 5 }), range, 300, [])).toMatchObject({ minimum: null, maximum: 5 });
    expect(machineOf(condition({}), undefined, 300, [])).toBeNull();
    expect(machineOf(condition({ kind: "no-data" }), range, 300, [])).toBeNull();
  });

  it("knows when the door stood open", () => {
    const open = [{ from: NOON - MINUTE, to: null }];
    const rule = machineOf(
      condition({ doorDelaySeconds: 600, delayMode: "ignore-delay" }),
      range,
      300,
      open,
    ) as MachineRule;
    expect(alarmsIn(rule, series([5, 9, 5]), always)).toEqual([]);
    const [alarm] = alarmsIn(rule, series([5, 9, 9, 9, 9, 5]), always);
    expect(alarm).toMatchObject({ startedAt: NOON + 5 * MINUTE, raisedAt: NOON + 15 * MINUTE });
  });
});

describe("an alarm that would have been", () => {
  const rule = machineOf(condition({}), range, 300, []) as MachineRule;
  const windows = [{ from: "12:15", to: "13:00" }];

  it("waits for the calendar while it goes on, and is none where it is over before", () => {
    const calendar = { days: [5], windows };
    const [alarm] = alarmsIn(rule, series([5, 9, 9, 9, 9, 5]), { ...always, calendar });
    expect(alarm).toMatchObject({ startedAt: NOON + 5 * MINUTE, raisedAt: NOON + 15 * MINUTE });
    expect(alarmsIn(rule, series([5, 9, 5]), { ...always, calendar })).toEqual([]);
    expect(alarmsIn(rule, series([5, 9, 9, 9, 9, 5]), { ...always, calendar: { days: [6], windows } })).toEqual([]);
  });

  it("tells the groups of the plan until it is over, and nobody twice for nothing", () => {
    const found = {
      kind: "range" as const,
      measure: "temperature" as const,
      severity: "major" as const,
      side: "above" as const,
      startedAt: NOON,
      raisedAt: NOON,
      endedAt: NOON + 60 * MINUTE,
    };
    const row = { level: 1, repeatTimes: 0, repeatIntervalMinutes: 10 };
    const plan = [
      { ...row, afterMinutes: 0, contactGroupId: 1, channels: ["email", "popup"] as const, repeatTimes: 1 },
      { ...row, afterMinutes: 31, contactGroupId: 1, level: 2, channels: ["sms"] as const },
      { ...row, afterMinutes: 120, contactGroupId: 1, channels: ["email"] as const },
    ].map((one) => ({ ...one, channels: [...one.channels] }));
    const contacts = [1, 1, 2].map((level, index) => ({
      ...{ id: index + 1, groupId: 1, level, quietHours: null },
      channels: ["email" as const, "sms" as const],
    }));
    const customer = { notifyByEmail: true, notifyBySms: true, timeZone: "UTC" };
    const [alarm] = withMessages([found], plan, { contacts, customer, sceneId: 1 });
    expect(alarm?.messages).toEqual([
      { channel: "email", count: 4 },
      { channel: "sms", count: 1 },
      { channel: "popup", count: 1 },
    ]);
    expect(alarm?.toldAt).toBe(NOON);
    expect(sumOf([alarm, alarm].flatMap((one) => one ?? []))).toContainEqual({ channel: "email", count: 8 });
    expect(withMessages([found], [], { contacts, customer, sceneId: 1 })).toMatchObject([
      { messages: [], toldAt: null },
    ]);
  });
});

it("judges 30 days of a reading a minute, and less where many conditions judge them", () => {
  expect(readingsEach(1)).toBeGreaterThanOrEqual(30 * 1440);
  expect(30 * readingsEach(30)).toBeLessThanOrEqual(400_000);
  expect(readingsEach(0)).toBe(readingsEach(1));
});
