import { describe, expect, it } from "vitest";
import {
  GATHER_MS,
  nextDigestAt,
  type Plan,
  type PlanContact,
  type PlanExcursion,
  type PlanRow,
  planOf,
  scheduleOf,
  type Told,
} from "./rules";

const MINUTE = 60_000;
const WAIT = GATHER_MS / MINUTE;
/** Noon in Shanghai. */
const NOON = Date.parse("2026-11-20T04:00:00Z");
const NIGHT = Date.parse("2026-11-20T15:00:00Z");
const MORNING = Date.parse("2026-11-20T23:00:00Z");

const row = (values: Partial<PlanRow> = {}): PlanRow => ({
  id: 1,
  afterMinutes: 0,
  contactGroupId: 1,
  level: 1,
  channels: ["email"],
  repeatTimes: 0,
  repeatIntervalMinutes: 10,
  ...values,
});
const person = (values: Partial<PlanContact> = {}): PlanContact => ({
  id: 11,
  groupId: 1,
  level: 1,
  channels: ["email", "sms", "voice"],
  quietHours: null,
  ...values,
});
const customer = { notifyByEmail: true, notifyBySms: true, timeZone: "Asia/Shanghai" };
const plan = (values: Partial<Plan> = {}): Plan => ({ rows: [row()], contacts: [person()], customer, ...values });
const excursion = (values: Partial<PlanExcursion> = {}): PlanExcursion => ({
  id: 7,
  kind: "range",
  severity: "minor",
  raisedAt: NOON,
  foundAt: values.raisedAt ?? NOON,
  endedAt: null,
  acknowledgedAt: null,
  isDetectedLate: false,
  sceneId: 3,
  ...values,
});
const night = { from: "22:00", to: "07:00", upTo: "minor" } as const;

/** `channel person +minutes`, the minutes after `from`. */
const story = (told: readonly Told[], from = NOON) =>
  told.map(({ channel, contactId, bar, at }) => `${channel} ${bar ?? contactId} +${(at - from) / MINUTE - WAIT}`);
const told = (given: Plan, ...excursions: PlanExcursion[]) => story(planOf(given, excursions));

describe("a plan", () => {
  it("tells and repeats by minutes from the start of the alarm", () => {
    const rows = [row({ repeatTimes: 2 }), row({ id: 2, afterMinutes: 40, level: 2, channels: ["sms"] })];
    const contacts = [person(), person({ id: 12, level: 2 })];
    expect(told(plan({ rows, contacts }), excursion())).toEqual([
      "email 11 +0",
      "email 11 +10",
      "email 11 +20",
      "sms 12 +40",
    ]);
  });

  it.each([
    ["acknowledged", { acknowledgedAt: NOON + 15 * MINUTE }],
    ["over", { endedAt: NOON + 15 * MINUTE }],
  ])("stops to repeat and does not escalate once it is %s", (_, change) => {
    const rows = [row({ repeatTimes: 3 }), row({ id: 2, afterMinutes: 40, level: 2 })];
    const contacts = [person(), person({ id: 12, level: 2 })];
    expect(told(plan({ rows, contacts }), excursion(change))).toEqual(["email 11 +0", "email 11 +10"]);
  });

  it("tells of what is found later than it was due at once, and once", () => {
    const rows = [row({ repeatTimes: 3 }), row({ id: 2, afterMinutes: 40, level: 2, repeatTimes: 1 })];
    const contacts = [person(), person({ id: 12, level: 2 })];
    expect(told(plan({ rows, contacts }), excursion({ foundAt: NOON + 25 * MINUTE }))).toEqual([
      "email 11 +25",
      "email 11 +30",
      "email 12 +40",
      "email 12 +50",
    ]);
  });

  it("does not wait for a device whose clock is ahead", () => {
    expect(told(plan(), excursion({ raisedAt: NOON + 9 * MINUTE, foundAt: NOON }))).toEqual(["email 11 +0"]);
  });

  it("pops up at once, unless a buffer is being sent", () => {
    const rows = [row({ channels: ["popup"], contactGroupId: null, repeatTimes: 3 })];
    expect(planOf(plan({ rows }), [excursion()])).toMatchObject([{ channel: "popup", at: NOON }]);
    const foundAt = NOON + 3 * MINUTE;
    expect(planOf(plan({ rows }), [excursion({ foundAt })])).toMatchObject([{ at: foundAt + 20_000 }]);
  });

  it("tells each by the channels that he allows, and names those that reach nobody", () => {
    const rows = [row({ channels: ["email", "sms", "voice"], repeatTimes: 1 })];
    const reached = plan({ rows, contacts: [person({ channels: ["email"] }), person({ id: 12, channels: ["sms"] })] });
    expect(told(reached, excursion())).toEqual(["email 11 +0", "sms 12 +0", "email 11 +10", "sms 12 +10"]);
    const none = ["email nobody +0", "sms nobody +0", "voice nobody +0"];
    expect(told(plan({ rows, contacts: [person({ level: 2 })] }), excursion())).toEqual(none);
  });

  it.each([
    ["e-mail", { notifyByEmail: false }, ["email emailOff +0", "sms 11 +0"]],
    ["SMS", { notifyBySms: false }, ["email 11 +0", "sms smsOff +0"]],
    ["both", { notifyByEmail: false, notifyBySms: false }, ["email emailOff +0", "sms smsOff +0"]],
  ])("says once that its customer has %s switched off", (_, switches, expected) => {
    const rows = [row({ channels: ["email", "sms"] })];
    expect(told(plan({ rows, customer: { ...customer, ...switches } }), excursion())).toEqual(expected);
  });
});

describe("what shares a message", () => {
  const gatherOf = (values: Partial<PlanExcursion>) => scheduleOf(plan(), excursion(values))[0]?.gather;

  it("is what happens in one place, or silence anywhere", () => {
    expect(gatherOf({ id: 1 })).toBe(gatherOf({ id: 2, kind: "state" }));
    expect(gatherOf({ sceneId: 3 })).not.toBe(gatherOf({ sceneId: 4 }));
    expect(gatherOf({ kind: "no-data", sceneId: 3 })).toBe(gatherOf({ kind: "no-data", sceneId: 4 }));
    expect(gatherOf({ kind: "no-data" })).not.toBe(gatherOf({}));
  });
});

describe("what is found late and over", () => {
  const late = { isDetectedLate: true, foundAt: NOON + 200 * MINUTE, endedAt: NOON + 30 * MINUTE };

  it("stands in the next digest of who would have been told first, once each", () => {
    const rows = [
      row({ channels: ["sms", "popup"] }),
      row({ id: 2, channels: ["email"] }),
      row({ id: 3, afterMinutes: 40, level: 2 }),
    ];
    const entries = planOf(plan({ rows, contacts: [person(), person({ id: 12, level: 2 })] }), [excursion(late)]);
    expect(entries).toMatchObject([{ type: "digest", channel: "email", contactId: 11, gather: "digest" }]);
    expect(entries[0]?.at).toBe(nextDigestAt(late.foundAt));
    expect((entries[0]?.at ?? 0) % 3_600_000).toBe(0);
  });

  it("reaches the first who are people where the plan begins with a pop-up for the console", () => {
    const popup = row({ id: 2, contactGroupId: null, channels: ["popup"] });
    const people = row({ id: 3, afterMinutes: 5, channels: ["sms"] });
    expect(planOf(plan({ rows: [popup, people] }), [excursion(late)])).toMatchObject([
      { type: "digest", rowId: 3, contactId: 11 },
    ]);
  });

  it.each([
    ["nobody has mail", plan({ contacts: [person({ channels: ["sms"] })] }), "nobody"],
    ["the customer has mail switched off", plan({ customer: { ...customer, notifyByEmail: false } }), "emailOff"],
  ])("is said to reach nobody where %s", (_, given, bar) =>
    expect(planOf(given, [excursion(late)])).toMatchObject([{ type: "digest", contactId: null, bar }]),
  );

  it("waits for the end of quiet hours, however severe", () => {
    const contacts = [person({ quietHours: { ...night, upTo: "warning" } })];
    const given = { ...late, severity: "critical", raisedAt: NIGHT, foundAt: NIGHT + 90 * MINUTE } as const;
    expect(planOf(plan({ contacts }), [excursion(given)])).toMatchObject([{ type: "digest", at: MORNING }]);
  });
});

describe("quiet hours", () => {
  const contacts = [person({ quietHours: night })];
  const rows = [row({ repeatTimes: 2, channels: ["email", "sms"] })];
  const raised = { raisedAt: NIGHT };

  it("hold an alarm and its repeats until their end, as one message a channel", () => {
    const entries = planOf(plan({ rows, contacts }), [excursion(raised)]);
    expect(entries.map(({ channel, at, gather, isFollowUp }) => ({ channel, at, gather, isFollowUp }))).toEqual(
      ["email", "sms"].map((channel) => ({ channel, at: MORNING, gather: "held", isFollowUp: false })),
    );
  });

  it.each([
    ["over", { endedAt: NIGHT + 60 * MINUTE }],
    ["acknowledged", { acknowledgedAt: NIGHT + 60 * MINUTE }],
  ])("leave to one line of the digest what is %s by their end", (_, change) => {
    const entries = planOf(plan({ rows, contacts }), [excursion({ ...raised, ...change })]);
    expect(entries).toMatchObject([{ type: "digest", channel: "email", contactId: 11, at: MORNING + 60 * MINUTE }]);
    expect(entries).toHaveLength(1);
  });

  it("tell who has no mail by the channel that there is", () => {
    const given = plan({ rows, contacts: [person({ quietHours: night, channels: ["sms"] })] });
    const entries = planOf(given, [excursion({ ...raised, endedAt: NIGHT + 60 * MINUTE })]);
    expect(entries).toMatchObject([{ type: "alarm", channel: "sms", at: MORNING }]);
  });

  it("do not hold what is more severe, nor an escalation of what is settled", () => {
    const severe = planOf(plan({ rows: [row()], contacts }), [excursion({ ...raised, severity: "major" })]);
    expect(severe.map(({ at }) => at)).toEqual([NIGHT + GATHER_MS]);
    const escalation = [row({ afterMinutes: 40 })];
    const settled = excursion({ ...raised, acknowledgedAt: NIGHT + 60 * MINUTE });
    expect(planOf(plan({ rows: escalation, contacts }), [settled])).toEqual([]);
  });
});
