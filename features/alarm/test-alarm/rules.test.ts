import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { ALARM_SWITCHES, CARRIER_STATUSES, NOTICE_CHANNELS, type NoticeChannel, SEVERITIES } from "@/db/enums";
import { CONTACT_CHANNELS } from "@/features/notice/contact/contact.rules";
import { type PlanContact, type PlanRow, planOf } from "@/features/notice/delivery/plan.rules";
import { mayRaise } from "../evaluation/suppression.rules";
import { alarmNow, chosenSteps, type Known, messagesOf, obstaclesOf, type Readiness, stateOf, stepsOf } from "./rules";
import type { TestAlarmStep } from "./schema";

// Midnight in Shanghai.
const NOW = Date.parse("2026-11-20T16:00:00Z");
const timeZone = "Asia/Shanghai";
const ROW: PlanRow & { groupName: string } = {
  ...{ id: 1, afterMinutes: 0, contactGroupId: 5, groupName: "Pharmacy", level: 1, isOnDuty: false },
  ...{ channels: ["email"], usesContactTiming: false, repeatTimes: 2, repeatIntervalMinutes: 10 },
};
const ALL = { email: "a@example.com", sms: "139", voice: "139", push: "user 1" };
const contactOf = (id: number, values: Partial<PlanContact> = {}): PlanContact => ({
  ...{ id, groupId: 5, level: 1, channels: ["email", "sms", "voice"], quietHours: null },
  ...{ delayMinutes: null, repeatTimes: null, repeatIntervalMinutes: null },
  addresses: { ...ALL, email: `${id}@example.com`, sms: `139${id}`, voice: `139${id}` },
  ...values,
});
const PEOPLE = [11, 12, 13].map((id) => ({ id, name: `P${id}`, email: `${id}@example.com`, phone: `139${id}` }));
const KNOWN: Known = { people: PEOPLE, isConfigured: () => true, mayViewAddresses: true };
const customer = { notifyByEmail: true, notifyBySms: true, timeZone };
const NIGHT = { from: "22:00", to: "07:00", upTo: "minor" } as const;
const SEVEN = Date.parse("2026-11-20T23:00:00Z");

type Given = {
  rows?: Partial<typeof ROW>[];
  contacts?: PlanContact[];
  severity?: (typeof SEVERITIES)[number];
  known?: Partial<Known>;
  shift?: { contactId: number; from: string; to: string };
  customer?: Partial<typeof customer>;
  down?: NoticeChannel[];
};

function resolve({ rows = [{}], contacts = [contactOf(11)], severity = "critical", known, shift, ...rest }: Given) {
  const rotas = shift
    ? [
        {
          ...{ groupId: 5, allowsOverlap: false, holidays: [], absences: [] },
          shifts: [{ days: [1, 2, 3, 4, 5, 6, 7], endsNextDay: false, substituteId: null, ...shift }],
        },
      ]
    : [];
  const plan = {
    ...{ contacts, rotas, down: rest.down ?? [] },
    customer: { ...customer, ...rest.customer },
    rows: rows.map((row, index) => ({ ...ROW, id: index + 1, ...row })),
  };
  return { plan, steps: stepsOf(plan, alarmNow(severity, 3, NOW), { ...KNOWN, ...known }) };
}
const shown = ({ steps }: { steps: TestAlarmStep[] }) =>
  steps.map(({ recipients, leftOut }) => ({
    gets: recipients.map(({ name, channel }) => `${name} ${channel}`),
    not: leftOut.map(({ name, channel, reason }) => [name, channel, reason].filter(Boolean).join(" ")),
  }));

describe("who gets a test alarm", () => {
  it.each<[string, Given, { gets: string[]; not: string[] }]>([
    [
      "is everybody at the level, by the channels that they allow",
      {
        rows: [{ channels: ["email", "sms", "popup"] }],
        contacts: [contactOf(11), contactOf(12, { channels: ["sms"] }), contactOf(13, { level: 2 })],
      },
      { gets: [" popup", "P11 email", "P11 sms", "P12 sms"], not: ["P12 email notAllowed"] },
    ],
    [
      "is nobody without an address",
      { contacts: [contactOf(11, { addresses: { sms: "139" } })] },
      { gets: [], not: ["P11 email noAddress"] },
    ],
    [
      "is nobody without a device for push",
      { rows: [{ channels: ["push"] }], contacts: [contactOf(11, { channels: ["push"], addresses: {} })] },
      { gets: [], not: ["P11 push noDevice"] },
    ],
    [
      "is nobody by a channel that is not configured",
      { known: { isConfigured: (channel) => channel !== "email" }, down: ["email"] },
      { gets: [], not: ["P11 email unconfigured"] },
    ],
    [
      "is nobody by a channel that the customer has switched off",
      { rows: [{ channels: ["email", "sms"] }], customer: { notifyBySms: false } },
      { gets: ["P11 email"], not: ["sms smsOff"] },
    ],
    [
      "is nobody at a level without people, said once",
      { rows: [{ level: 3, channels: ["email", "sms"] }] },
      { gets: [], not: ["nobody"] },
    ],
    [
      "is who is on duty",
      {
        rows: [{ isOnDuty: true }],
        contacts: [contactOf(11), contactOf(12, { level: 2 })],
        shift: { contactId: 12, from: "00:00", to: "08:00" },
      },
      { gets: ["P12 email"], not: ["P11 notOnDuty"] },
    ],
    [
      "is the whole group if nobody is on duty",
      {
        rows: [{ isOnDuty: true }],
        contacts: [contactOf(11), contactOf(12, { channels: ["sms"] })],
        shift: { contactId: 12, from: "08:00", to: "16:00" },
      },
      { gets: ["P11 email"], not: ["P12 email notAllowed"] },
    ],
    [
      "is the whole group if the only channel of who is on duty is down",
      {
        rows: [{ isOnDuty: true, channels: ["email", "sms"] }],
        contacts: [contactOf(11), contactOf(12, { channels: ["sms"] })],
        shift: { contactId: 12, from: "00:00", to: "08:00" },
        down: ["sms"],
      },
      { gets: ["P12 sms", "P11 email", "P11 sms"], not: ["P12 email notAllowed"] },
    ],
  ])("%s", (_, given, expected) => {
    const [step] = shown(resolve(given));
    expect({ gets: step?.gets.toSorted(), not: step?.not }).toEqual({
      gets: expected.gets.toSorted(),
      not: expected.not,
    });
  });

  it("waits for the end of quiet hours, but never at a critical alarm, and says what they defer", () => {
    const contacts = [contactOf(11, { quietHours: NIGHT })];
    const minor = resolve({ contacts, severity: "minor" }).steps[0];
    expect(minor).toMatchObject({ recipients: [], leftOut: [{ name: "P11", reason: "quietHours", until: SEVEN }] });
    const critical = resolve({ contacts }).steps[0];
    expect(critical).toMatchObject({ recipients: [{ quiet: { upTo: "minor", until: SEVEN } }], leftOut: [] });
  });

  it("is not deferred while on duty", () => {
    const contacts = [contactOf(11, { quietHours: NIGHT })];
    const shift = { contactId: 11, from: "00:00", to: "08:00" };
    const [step] = resolve({ contacts, rows: [{ isOnDuty: true }], severity: "minor", shift }).steps;
    expect(step).toMatchObject({ recipients: [{ name: "P11", remark: "onDuty", quiet: null }], leftOut: [] });
  });

  it("names the delay of the contact's own timing, and a failing channel", () => {
    const contacts = [contactOf(11, { delayMinutes: 5 })];
    const rows = [{ afterMinutes: 40, usesContactTiming: true }];
    const [step] = resolve({ rows, contacts, down: ["email"] }).steps;
    expect(step).toMatchObject({ afterMinutes: 40, recipients: [{ afterMinutes: 45, isFailing: true }] });
  });

  it("does not show addresses to whoever may not view contacts", () => {
    expect(resolve({}).steps[0]?.recipients[0]?.address).toBe("11@example.com");
    expect(resolve({ known: { mayViewAddresses: false } }).steps[0]?.recipients[0]?.address).toBe("");
  });

  it("is always whom the planner of the delivery would notify at once", () => {
    const channels = fc.uniqueArray(fc.constantFrom(...NOTICE_CHANNELS), { minLength: 1 });
    const contact = fc.record({
      level: fc.integer({ min: 1, max: 2 }),
      channels: fc.uniqueArray(fc.constantFrom(...CONTACT_CHANNELS)),
      quietHours: fc.option(fc.constant(NIGHT)),
    });
    const given = fc.record({
      contacts: fc.array(contact, { maxLength: 3 }),
      rows: fc.array(fc.record({ channels, level: fc.integer({ min: 1, max: 2 }), isOnDuty: fc.boolean() }), {
        minLength: 1,
        maxLength: 2,
      }),
      severity: fc.constantFrom(...SEVERITIES),
      onDuty: fc.option(fc.constantFrom(11, 12)),
      notifyBySms: fc.boolean(),
    });
    fc.assert(
      fc.property(given, ({ contacts, rows, severity, onDuty, notifyBySms }) => {
        const { plan, steps } = resolve({
          contacts: contacts.map((values, index) => contactOf(11 + index, values)),
          rows: rows.map((row) => ({ ...row, repeatTimes: 0 })),
          customer: { notifyBySms },
          severity,
          ...(onDuty !== null && { shift: { contactId: onDuty, from: "00:00", to: "08:00" } }),
        });
        const told = planOf(plan, [alarmNow(severity, 3, NOW)]).filter(
          ({ bar, at }) => bar === null && at < NOW + 60_000,
        );
        const keysOf = (all: readonly { contactId: number | null; channel: string }[]) =>
          [...new Set(all.map(({ contactId, channel }) => `${channel} ${contactId}`))].sort();
        expect(keysOf(messagesOf(steps).map(({ recipient }) => recipient))).toEqual(keysOf(told));
      }),
    );
  });
});

describe("the messages of a test alarm", () => {
  const { steps } = resolve({
    rows: [{}, { afterMinutes: 40, channels: ["email", "sms"] }],
    contacts: [contactOf(11)],
  });
  const sentTo = (levels: "first" | "all") =>
    messagesOf(chosenSteps(steps, levels)).map(({ recipient, step }) => [recipient.channel, step.rowId]);

  it("are those of the first step", () => expect(sentTo("first")).toEqual([["email", 1]]));
  it("are, of all steps, one to each person by each channel", () =>
    expect(sentTo("all")).toEqual([
      ["email", 1],
      ["sms", 2],
    ]));
  it("are none without a step", () => expect(chosenSteps([], "first")).toEqual([]));
});

describe("what would prevent an alarm", () => {
  const hold: Readiness["hold"] = {
    ...{ carrierStatus: "running", alarmSwitch: "on", pausedUntil: null, defrostUntil: null, silencedUntil: null },
  };
  const READY: Readiness = {
    ...{ hold, trigger: { isEnabled: true, calendar: null } },
    ...{ hasLimit: true, hasSensor: true, hasPlan: true, timeZone },
  };
  const LATER = NOW + 3_600_000;

  it.each<[Partial<Readiness>, [string, number | null][]]>([
    [{}, []],
    [{ trigger: null, hasPlan: false, hasLimit: false }, [["noTrigger", null]]],
    [{ trigger: { isEnabled: false, calendar: null } }, [["disabled", null]]],
    [
      { hasLimit: false, hasSensor: false, hasPlan: false },
      [
        ["noLimit", null],
        ["noSensor", null],
        ["noPlan", null],
      ],
    ],
    [{ hold: { ...hold, carrierStatus: "repaired" } }, [["notRunning", null]]],
    [{ hold: { ...hold, alarmSwitch: "off" } }, [["switchedOff", null]]],
    [{ hold: { ...hold, alarmSwitch: "paused", pausedUntil: LATER } }, [["paused", LATER]]],
    [{ hold: { ...hold, alarmSwitch: "paused", pausedUntil: NOW } }, []],
    [{ hold: { ...hold, silencedUntil: LATER } }, [["silenced", LATER]]],
    [{ hold: { ...hold, carrierStatus: "defrost", defrostUntil: LATER } }, [["defrost", LATER]]],
    [
      {
        trigger: {
          isEnabled: true,
          calendar: { days: [1, 2, 3, 4, 5, 6, 7], windows: [{ from: "07:00", to: "19:00" }] },
        },
      },
      [["calendar", SEVEN]],
    ],
  ])("%o: %o", (given, expected) => {
    const found = obstaclesOf({ ...READY, ...given }, NOW);
    expect(found.map(({ reason, until }) => [reason, until])).toEqual(expected);
  });

  it("is what the evaluation of alarms goes by", () => {
    const until = fc.option(fc.constantFrom(NOW - 1, NOW, NOW + 1));
    const holds = fc.record({
      carrierStatus: fc.constantFrom(...CARRIER_STATUSES),
      alarmSwitch: fc.constantFrom(...ALARM_SWITCHES),
      ...{ pausedUntil: until, defrostUntil: until, silencedUntil: until },
    });
    fc.assert(
      fc.property(holds, (given) => {
        const isFree = obstaclesOf({ ...READY, hold: given }, NOW).length === 0;
        expect(isFree).toBe(mayRaise({ ...given, side: "above" }, NOW));
      }),
    );
  });
});

it("tells the state of a message by its only attempt", () => {
  const test = { id: 1, channel: "email" as const, name: "P11", recipient: "", tookMs: 900, reason: "" };
  expect(stateOf({ ...test, status: "pending", isSent: false, tookMs: null })).toMatchObject({ state: "waiting" });
  expect(stateOf({ ...test, status: "done", isSent: true })).toMatchObject({ state: "delivered", tookMs: 900 });
  expect(stateOf({ ...test, status: "failed", isSent: false, reason: "refused" })).toMatchObject({
    ...{ state: "failed", tookMs: null, reason: "refused" },
  });
});
