import { describe, expect, it } from "vitest";
import {
  BATCH_WINDOW_MS,
  nextDigestAt,
  type Plan,
  type PlanContact,
  type PlanExcursion,
  type PlanRow,
  planOf,
  scheduleOf,
  type Told,
} from "./plan.rules";

const MINUTE = 60_000;
const WAIT = BATCH_WINDOW_MS / MINUTE;
/** Noon in Shanghai. */
const NOON = Date.parse("2026-11-20T04:00:00Z");
const NIGHT = Date.parse("2026-11-20T15:00:00Z");
const MORNING = Date.parse("2026-11-20T23:00:00Z");

const row = (values: Partial<PlanRow> = {}): PlanRow => ({
  id: 1,
  afterMinutes: 0,
  contactGroupId: 1,
  level: 1,
  isOnDuty: false,
  usesContactTiming: false,
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
  delayMinutes: null,
  repeatTimes: null,
  repeatIntervalMinutes: null,
  ...values,
});
const customer = { notifyByEmail: true, notifyBySms: true, timeZone: "Asia/Shanghai" };
const plan = (values: Partial<Plan> = {}): Plan => ({
  rows: [row()],
  contacts: [person()],
  rotas: [],
  customer,
  ...values,
});
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

/** Formats each message as `channel person +minutes`; minutes count from `from`. */
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
    expect(severe.map(({ at }) => at)).toEqual([NIGHT + BATCH_WINDOW_MS]);
    const escalation = [row({ afterMinutes: 40 })];
    const settled = excursion({ ...raised, acknowledgedAt: NIGHT + 60 * MINUTE });
    expect(planOf(plan({ rows: escalation, contacts }), [settled])).toEqual([]);
  });
});

describe("a row with the contacts' own timing", () => {
  const own = row({ usesContactTiming: true, repeatTimes: 1 });
  const slow = person({ id: 12, delayMinutes: 15, repeatTimes: 2, repeatIntervalMinutes: 5 });

  it("waits and repeats for each as they have it, and as the row has it for who has none", () => {
    expect(told(plan({ rows: [own], contacts: [person(), slow] }), excursion())).toEqual([
      "email 11 +0",
      "email 11 +10",
      "email 12 +15",
      "email 12 +20",
      "email 12 +25",
    ]);
    expect(told(plan({ rows: [row()], contacts: [slow] }), excursion())).toEqual(["email 12 +0"]);
  });

  it("is an escalation to who waits: it stops once somebody has acknowledged", () => {
    const acknowledged = excursion({ acknowledgedAt: NOON + 14 * MINUTE });
    expect(told(plan({ rows: [own], contacts: [slow] }), acknowledged)).toEqual([]);
  });
});

describe("a row for who is on duty", () => {
  const everyDay = { days: [1, 2, 3, 4, 5, 6, 7], substituteId: null };
  const rota = {
    ...{ groupId: 1, allowsOverlap: false, holidays: [], absences: [] },
    // The first begins at noon in Shanghai, the second at one o'clock. After that nobody is on duty.
    shifts: [
      { ...everyDay, from: "12:00", to: "13:00", endsNextDay: false, contactId: 11 },
      { ...everyDay, from: "13:00", to: "14:00", endsNextDay: false, contactId: 12 },
    ],
  };
  const contacts = [person(), person({ id: 12, level: 3, channels: ["sms"] }), person({ id: 13, channels: ["email"] })];
  const duty = (values: Partial<PlanRow> = {}) => row({ isOnDuty: true, channels: ["email", "sms"], ...values });

  it("goes to who is on duty when it is sent, repeats and escalations likewise, whatever their level", () => {
    const rows = [duty({ repeatTimes: 1, repeatIntervalMinutes: 60 })];
    expect(told(plan({ rows, contacts, rotas: [rota] }), excursion())).toEqual([
      "email 11 +0",
      "sms 11 +0",
      "sms 12 +60",
    ]);
  });

  it("goes to the whole group rather than to nobody in a gap, and says so", () => {
    const later = excursion({ raisedAt: NOON + 180 * MINUTE });
    const entries = planOf(plan({ rows: [duty()], contacts, rotas: [rota] }), [later]);
    expect(story(entries, later.raisedAt)).toEqual(["email 11 +0", "email 13 +0", "sms 11 +0", "sms 12 +0"]);
    expect(new Set(entries.map(({ remark }) => remark))).toEqual(new Set(["nobodyOnDuty"]));
    expect(planOf(plan({ rows: [duty()], contacts, rotas: [] }), [excursion()])[0]?.remark).toBe("nobodyOnDuty");
  });

  it("goes to the whole group where no channel of the row reaches who is on duty", () => {
    const entries = planOf(plan({ rows: [duty({ channels: ["email"], afterMinutes: 60 })], contacts, rotas: [rota] }), [
      excursion(),
    ]);
    expect(entries.map(({ contactId, remark }) => `${contactId} ${remark}`)).toEqual([
      "11 dutyUnreachable",
      "13 dutyUnreachable",
    ]);
  });

  /** The contacts that a row of the group notifies at noon, while contact 11 is on duty. */
  const atNoon = (given: Partial<Plan>, values: Partial<PlanRow> = {}, alarm: Partial<PlanExcursion> = {}) =>
    planOf(plan({ rows: [duty(values)], contacts, rotas: [rota], ...given }), [excursion(alarm)]).map(
      ({ channel, contactId, remark }) => `${channel} ${contactId} ${remark}`,
    );
  const whole = ["email 11 onDuty", "email 13 dutyUnreachable", "sms 11 onDuty", "sms 12 dutyUnreachable"];

  it("goes to the whole group while every channel of the row is not configured or failing", () => {
    expect(atNoon({ down: ["email"] })).toEqual(["email 11 onDuty", "sms 11 onDuty"]);
    expect(atNoon({ down: ["email", "sms"] })).toEqual(whole);
  });

  it("goes to the whole group where no channel of the row has an address of who is on duty", () => {
    const at = (addresses: PlanContact["addresses"]) =>
      contacts.map((one) => (one.id === 11 ? { ...one, ...(addresses && { addresses }) } : one));
    expect(atNoon({ contacts: at({ sms: "139" }) })).toEqual(["email 11 onDuty", "sms 11 onDuty"]);
    expect(atNoon({ contacts: at({ push: "account 1" }) })).toEqual(whole);
    const pushed = [person({ channels: ["push"], addresses: {} }), person({ id: 13, channels: ["email"] })];
    expect(atNoon({ contacts: pushed }, { channels: ["push", "email"] })).toEqual([
      "push 11 onDuty",
      "email 13 dutyUnreachable",
    ]);
  });

  it("is not deferred by the quiet hours of who is on duty, while those of the others hold", () => {
    const quiet = { from: "11:00", to: "15:00", upTo: "minor" } as const;
    const asleep = contacts.map((one) => ({ ...one, quietHours: quiet }));
    const rows = [duty({ channels: ["email"] })];
    expect(told(plan({ rows, contacts: asleep, rotas: [rota] }), excursion())).toEqual(["email 11 +0"]);
    const inGap = planOf(plan({ rows, contacts: asleep, rotas: [] }), [excursion()]);
    expect(inGap.map(({ contactId, gather, at }) => [contactId, gather, (at - NOON) / MINUTE])).toEqual([
      [11, "held", 180],
      [13, "held", 180],
    ]);
  });

  it("reaches a person with a record on two levels once by each address in a gap", () => {
    const address = { email: "a@example.com", sms: "+86139" };
    const twice = [
      person({ id: 21, level: 2, addresses: { ...address, voice: "+86139" } }),
      person({ id: 11, addresses: address }),
      person({ id: 31, level: 3, channels: ["email"], addresses: { email: "b@example.com" } }),
    ];
    expect(atNoon({ contacts: twice, rotas: [] }, { channels: ["email", "sms", "voice"] })).toEqual([
      "email 11 nobodyOnDuty",
      "email 31 nobodyOnDuty",
      "sms 11 nobodyOnDuty",
      "voice 11 nobodyOnDuty",
      "voice 21 nobodyOnDuty",
    ]);
  });

  it("names a channel that the customer has switched off, and a group without anybody", () => {
    const off = { ...customer, notifyBySms: false };
    expect(told(plan({ rows: [duty()], contacts, rotas: [rota], customer: off }), excursion())).toEqual([
      "email 11 +0",
      "sms smsOff +0",
    ]);
    expect(told(plan({ rows: [duty({ channels: ["email"] })], contacts: [], rotas: [rota] }), excursion())).toEqual([
      "email nobody +0",
    ]);
  });
});
