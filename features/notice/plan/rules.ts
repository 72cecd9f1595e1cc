import type { ConditionKind, NoticeChannel, Severity } from "@/db/enums";
import { fateOf } from "../fate/rules";
import type { QuietHours } from "../quiet/rules";

/** How long a message to a person waits for other alarms of the same cause, which then share it. */
export const GATHER_MS = 20_000;
/** What is found so long after its time comes out of a buffer that is still being sent, whose rest may disprove it. */
const BACKFILL_AFTER_MS = 120_000;
const BACKFILL_MS = 20_000;
const MINUTE_MS = 60_000;
const HOUR_MS = 3_600_000;

export type PlanRow = {
  id: number;
  afterMinutes: number;
  /** Null: nobody but the console is told. */
  contactGroupId: number | null;
  level: number;
  channels: readonly NoticeChannel[];
  repeatTimes: number;
  repeatIntervalMinutes: number;
};

export type PlanContact = {
  id: number;
  groupId: number;
  level: number;
  /** The channels that this person allows. */
  channels: readonly NoticeChannel[];
  quietHours: QuietHours | null;
};

/** The channels that a customer has switched on for itself, and its clock. */
export type PlanCustomer = { notifyByEmail: boolean; notifyBySms: boolean; timeZone: string };

export type Plan = { rows: readonly PlanRow[]; contacts: readonly PlanContact[]; customer: PlanCustomer };

/** An exception as far as a plan goes; times in epoch ms, null where it has not happened (yet). */
export type PlanExcursion = {
  id: number;
  kind: ConditionKind;
  severity: Severity;
  raisedAt: number;
  /** When the product learned of it: `raisedAt`, or later where readings came late. */
  foundAt: number;
  endedAt: number | null;
  acknowledgedAt: number | null;
  /** Found late and over already. */
  isDetectedLate: boolean;
  sceneId: number | null;
};

/** Why a channel of a plan row tells nobody: no contact allows it, or the customer has it switched off. */
export type Bar = "nobody" | "emailOff" | "smsOff";

/** One message to one person, or what stands in the log for the person that there is not. */
export type Planned = {
  exceptionId: number;
  rowId: number;
  /** 0 is the first message of the row, the others are its repeats. */
  round: number;
  type: "alarm" | "digest";
  channel: NoticeChannel;
  /** Null for a pop-up, and where `bar` says why nobody is told. */
  contactId: number | null;
  bar: Bar | null;
  /** A repeat or an escalation: not needed any more once somebody acknowledged or it is over. */
  isFollowUp: boolean;
  /** Messages to one person by one channel with the same one share a message. */
  gather: string;
  dueAt: number;
};

/** Whether the customer has the channel switched off, and which of its switches that is. */
export function barOf(channel: NoticeChannel, { notifyByEmail, notifyBySms }: PlanCustomer): Bar | null {
  if (channel === "email" && !notifyByEmail) return "emailOff";
  return channel === "sms" && !notifyBySms ? "smsOff" : null;
}

/** What shares a message: silence of the customer's devices, for a network fails as one, and what happens in one place. */
export const causeOf = ({ kind, sceneId }: Pick<PlanExcursion, "kind" | "sceneId">): string =>
  kind === "no-data" ? "silence" : `scene:${sceneId ?? ""}`;

/** Digests leave at the full hour. */
export const nextDigestAt = (at: number): number => Math.floor(at / HOUR_MS + 1) * HOUR_MS;

type Target = Pick<Planned, "channel" | "contactId" | "bar">;

/** Whom a row tells by which channel; a channel that reaches nobody by fault of the plan or the customer is named. */
function targetsOf(row: PlanRow, { contacts, customer }: Plan): Target[] {
  const people = contacts.filter(({ groupId, level }) => groupId === row.contactGroupId && level === row.level);
  const channels = row.channels.filter((channel) => channel !== "popup");
  const open = channels.filter((channel) => barOf(channel, customer) === null);
  const isAnybodyReached = people.some((person) => open.some((channel) => person.channels.includes(channel)));
  return channels.flatMap((channel): Target[] => {
    const off = barOf(channel, customer);
    if (off) return [{ channel, contactId: null, bar: off }];
    if (!isAnybodyReached) return [{ channel, contactId: null, bar: "nobody" }];
    const told = people.filter((person) => person.channels.includes(channel));
    return told.map(({ id }) => ({ channel, contactId: id, bar: null }));
  });
}

/**
 * Everything that a plan asks for when an exception is raised, as if nobody ever acknowledged. Minutes count from the
 * start of the alarm. What is found later than it was due is due at once: of a row's first message and the repeats
 * whose time has passed only the first remains.
 */
export function scheduleOf(plan: Plan, excursion: PlanExcursion): Planned[] {
  if (excursion.isDetectedLate) return digestsOf(plan, excursion);
  const { foundAt } = excursion;
  // A device's clock may be ahead of ours.
  const start = Math.min(excursion.raisedAt, foundAt);
  const backfill = foundAt - start > BACKFILL_AFTER_MS ? BACKFILL_MS : 0;
  return plan.rows.flatMap((row) => {
    const base = { exceptionId: excursion.id, rowId: row.id, type: "alarm" as const };
    const first = start + row.afterMinutes * MINUTE_MS;
    const isEscalation = row.afterMinutes > 0;
    const popups: Planned[] = row.channels.includes("popup")
      ? [
          {
            ...base,
            round: 0,
            channel: "popup",
            contactId: null,
            bar: null,
            isFollowUp: isEscalation,
            gather: "",
            dueAt: Math.max(first, foundAt) + backfill,
          },
        ]
      : [];
    const rounds = Array.from({ length: row.repeatTimes + 1 }, (_, round) => ({
      round,
      at: first + round * row.repeatIntervalMinutes * MINUTE_MS,
    })).filter(({ round, at }) => round === 0 || at > foundAt);
    const messages = targetsOf(row, plan).flatMap((target) =>
      rounds
        .filter(({ round }) => round === 0 || target.bar === null)
        .map(({ round, at }) => ({
          ...base,
          ...target,
          round,
          isFollowUp: isEscalation || round > 0,
          gather: causeOf(excursion),
          dueAt: Math.max(at, foundAt) + GATHER_MS,
        })),
    );
    return [...popups, ...messages];
  });
}

/** What is over when it is found wakes nobody: who would have been told first reads of it in the next digest. */
function digestsOf({ rows, contacts, customer }: Plan, { id, foundAt }: PlanExcursion): Planned[] {
  const withPeople = rows.filter(({ contactGroupId }) => contactGroupId !== null);
  const earliest = Math.min(...withPeople.map(({ afterMinutes }) => afterMinutes));
  const seen = new Set<number | null>();
  return withPeople
    .filter(({ afterMinutes }) => afterMinutes === earliest)
    .flatMap((row) => {
      const asMail = { ...row, channels: ["email"] as const };
      return targetsOf(asMail, { rows, contacts, customer }).map((target) => ({ ...target, rowId: row.id }));
    })
    .filter(({ contactId }) => !seen.has(contactId) && seen.add(contactId))
    .map((target) => ({
      ...target,
      exceptionId: id,
      round: 0,
      type: "digest" as const,
      isFollowUp: false,
      gather: DIGEST,
      dueAt: nextDigestAt(foundAt),
    }));
}

/** What `gather` is for digests, and for what quiet hours have held: each goes as one message. */
export const DIGEST = "digest";
export const HELD = "held";

/** Who is told of what: a planned message that goes out, at `at` (epoch ms). */
export type Told = Omit<Planned, "dueAt"> & { at: number };

/**
 * Who would be told of these exceptions when and by which channel, in the order of time: for exceptions whose ends and
 * acknowledgements are known. What one message says of an exception stands here once, whatever rows asked for it.
 */
export function planOf(plan: Plan, excursions: readonly PlanExcursion[]): Told[] {
  const told = excursions.flatMap((excursion) => {
    const entries = scheduleOf(plan, excursion).flatMap((planned) => outcomeOf(plan, excursion, planned) ?? []);
    return [...new Map(entries.toReversed().map((entry) => [messageOf(entry), entry])).values()].reverse();
  });
  return told.sort((a, b) => a.at - b.at);
}

/**
 * How many messages leave with these, in the order of time: to one person by one channel the first of a cause takes along
 * what is due within the time for which it waits.
 */
export function countMessages(told: readonly Told[]): number {
  const leaders = new Map<string, number>();
  return told.filter(({ channel, contactId, gather, at }) => {
    if (channel === "popup" || contactId === null) return true;
    const key = `${channel} ${contactId} ${gather}`;
    const leader = leaders.get(key);
    if (leader !== undefined && at - leader <= GATHER_MS) return false;
    leaders.set(key, at);
    return true;
  }).length;
}

/** Where nobody is told, each row of the plan stands by itself. */
const messageOf = ({ type, channel, contactId, rowId, at }: Told) =>
  [type, channel, contactId ?? `row ${rowId}`, at].join(" ");

/** What becomes of one planned message; undefined if it never leaves. */
function outcomeOf(plan: Plan, excursion: PlanExcursion, { dueAt, ...planned }: Planned): Told | undefined {
  const { severity, endedAt, acknowledgedAt } = excursion;
  const contact = plan.contacts.find(({ id }) => id === planned.contactId);
  const isMailable = contact?.channels.includes("email") === true && plan.customer.notifyByEmail;
  const person = { quietHours: contact?.quietHours ?? null, isMailable, timeZone: plan.customer.timeZone };
  let told: Told = { ...planned, at: dueAt };
  for (let isHeld = false; ; ) {
    const isEnded = endedAt !== null && endedAt <= told.at;
    const isAcknowledged = acknowledgedAt !== null && acknowledgedAt <= told.at;
    const due = { ...told, ...person, severity, isHeld, isEnded, isAcknowledged, isWithdrawn: false };
    const next = fateOf(due, told.at);
    if (next.fate === "skip") return undefined;
    if (next.fate === "send") return told;
    isHeld = next.fate === "hold";
    told = next.fate === "hold" ? heldOf(told, next.until) : digestOf(told);
  }
}

const heldOf = (told: Told, until: number): Told => ({
  ...told,
  gather: told.type === "digest" ? DIGEST : HELD,
  at: until,
});

const digestOf = (told: Told): Told => ({
  ...told,
  type: "digest",
  channel: "email",
  gather: DIGEST,
  at: nextDigestAt(told.at),
});
