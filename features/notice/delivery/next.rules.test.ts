import { describe, expect, it } from "vitest";
import type { NoticeChannel } from "@/db/enums";
import { nextOf, type Undeliverable } from "./next.rules";
import {
  BATCH_WINDOW_MS,
  type Plan,
  type PlanContact,
  type PlanExcursion,
  type Planned,
  scheduleOf,
} from "./plan.rules";

const MINUTE = 60_000;
const NOON = Date.parse("2026-11-20T04:00:00Z");
const excursion = (values: Partial<PlanExcursion> = {}): PlanExcursion => ({
  ...{ id: 7, kind: "range", severity: "critical", raisedAt: NOON, foundAt: NOON, endedAt: null },
  ...{ acknowledgedAt: null, isDetectedLate: false, sceneId: 3 },
  ...values,
});
const person = (id: number, level: number, values: Partial<PlanContact> = {}): PlanContact => ({
  ...{ id, groupId: 5, level, channels: ["email", "sms", "voice"], quietHours: null },
  ...{ delayMinutes: null, repeatTimes: null, repeatIntervalMinutes: null },
  ...values,
});
const row = (id: number, afterMinutes: number, level: number, channels: Plan["rows"][number]["channels"]) => ({
  ...{ id, afterMinutes, contactGroupId: 5, level, isOnDuty: false, channels, usesContactTiming: false },
  ...{ repeatTimes: 1, repeatIntervalMinutes: 10 },
});
const people = {
  contacts: [person(11, 1), person(12, 1), person(21, 2)],
  rotas: [],
  customer: { notifyByEmail: true, notifyBySms: true, timeZone: "Asia/Shanghai" },
};
const planned = scheduleOf(
  { ...people, rows: [row(1, 0, 1, ["email"]), row(2, 40, 2, ["sms", "voice"])] },
  excursion(),
);
/** An instant at which every channel is configured but these. */
const at = (now: number, ...lacking: NoticeChannel[]) => ({
  now,
  isConfigured: (channel: NoticeChannel) => !lacking.includes(channel),
});
const by = (channel: NoticeChannel, contactId: number, undeliverable: Undeliverable | null = null) => ({
  ...{ channel, contactId, undeliverable },
});
/** What is still to be sent after so many minutes. */
const after = (minutes: number): Planned[] => planned.filter(({ dueAt }) => dueAt > NOON + minutes * MINUTE);
const next = (minutes: number, given = excursion(), who: Omit<Plan, "rows"> = people) =>
  nextOf(who, given, after(minutes), at(NOON + minutes * MINUTE));

describe("who is notified next", () => {
  it("is everybody of the next repeat", () =>
    expect(next(5)).toEqual({
      at: NOON + 10 * MINUTE + BATCH_WINDOW_MS,
      to: [by("email", 11), by("email", 12)],
    }));

  it("is the next level after the repeats, by each channel", () =>
    expect(next(20)).toEqual({
      at: NOON + 40 * MINUTE + BATCH_WINDOW_MS,
      to: [by("sms", 21), by("voice", 21)],
    }));

  it.each([
    ["everything is sent", excursion(), 120],
    ["it is over", excursion({ endedAt: NOON + 15 * MINUTE }), 20],
    ["it is acknowledged", excursion({ acknowledgedAt: NOON + 15 * MINUTE }), 20],
  ])("is nobody once %s", (_, given, minutes) => expect(next(minutes, given)).toBeNull());

  it("waits for the end of quiet hours", () => {
    const quietHours = { from: "11:00", to: "14:00", upTo: "minor" } as const;
    const asleep = { ...people, contacts: people.contacts.map((one) => ({ ...one, quietHours })) };
    expect(next(5, excursion({ severity: "minor" }), asleep)?.at).toBe(NOON + 120 * MINUTE);
  });

  it("is due at once if it is overdue", () => {
    const late = NOON + 15 * MINUTE;
    expect(nextOf(people, excursion(), after(5), at(late))?.at).toBe(late);
  });

  it("leaves out what reaches nobody", () => {
    const barred = planned.map((one) => ({ ...one, bar: "nobody" as const }));
    expect(nextOf(people, excursion(), barred, at(NOON))).toBeNull();
  });

  it("skips what a channel that is not configured, or a contact without an address, keeps from being delivered", () => {
    expect(nextOf(people, excursion(), after(5), at(NOON, "email", "sms"))?.to).toEqual([by("voice", 21)]);
    const homeless = { ...people, contacts: people.contacts.map((one) => ({ ...one, addresses: { voice: "1" } })) };
    expect(nextOf(homeless, excursion(), after(5), at(NOON))?.to).toEqual([by("voice", 21)]);
  });

  it("says why it reaches nobody if nothing can be delivered", () => {
    expect(nextOf(people, excursion(), after(5), at(NOON, "email", "sms", "voice"))).toEqual({
      at: NOON + 10 * MINUTE + BATCH_WINDOW_MS,
      to: [by("email", 11, "unconfigured"), by("email", 12, "unconfigured")],
    });
  });
});
