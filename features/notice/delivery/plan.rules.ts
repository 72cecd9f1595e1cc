import type { ExceptionKind, NoticeChannel, NoticeRemark, Severity } from "@/db/enums";
import { onDutyAt, type Rota } from "../duty/duty.rules";
import { type GroupContact, notifiedBy, whomToNotify } from "../duty/recipient.rules";
import { decideDelivery } from "./decision.rules";
import type { QuietHours } from "./quiet.rules";

/** How long a message to a person waits for other alarms of the same cause, which then share it. */
export const BATCH_WINDOW_MS = 20_000;
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
  /** Who is on duty by the rota of the group when the message is sent, instead of a level. */
  isOnDuty: boolean;
  channels: readonly NoticeChannel[];
  /** The contact's own delay and repeats apply, as far as there are any. */
  usesContactTiming: boolean;
  repeatTimes: number;
  repeatIntervalMinutes: number;
};

export type PlanContact = GroupContact & {
  groupId: number;
  quietHours: QuietHours | null;
  /** The contact's own timing; null where there is none. */
  delayMinutes: number | null;
  repeatTimes: number | null;
  repeatIntervalMinutes: number | null;
};

/** The channels that a customer has switched on for itself, and its clock. */
export type PlanCustomer = { notifyByEmail: boolean; notifyBySms: boolean; timeZone: string };

/** Contacts with the rotas of their groups. */
export type People = {
  contacts: readonly PlanContact[];
  rotas: readonly (Rota & { groupId: number })[];
  customer: PlanCustomer;
  /** Channels that deliver nothing at present: not configured, or failing. */
  down?: readonly NoticeChannel[];
};

export type Plan = People & { rows: readonly PlanRow[] };

/** An exception as far as a plan goes; times in epoch ms, null where it has not happened (yet). */
export type PlanExcursion = {
  id: number;
  kind: ExceptionKind;
  severity: Severity;
  raisedAt: number;
  /** When the product learned of it: `raisedAt`, or later where readings came late. */
  foundAt: number;
  endedAt: number | null;
  acknowledgedAt: number | null;
  /** Found late and over already. */
  isDetectedLate: boolean;
  sceneId: number | null;
  /** Of an alarm that is notified anew because its severity rose: the severity that it rose to. */
  risenTo?: Severity;
};

export type PlannedExcursion = PlanExcursion & {
  customerId: number;
  /** Whose condition found it; null: none, or it is gone. */
  triggerId: number | null;
  /** Whether the connection watch of its customer found it, and is on. */
  isOfWatch: boolean;
};

/** The plans of triggers, and those of the connection watches of customers, by id. */
export type Plans = { triggers: ReadonlyMap<number, Plan>; watches: ReadonlyMap<number, Plan> };

/** How a lost connection is told where neither the customer nor a trigger says: whoever is signed in sees it at once. */
const WATCH_DEFAULT: PlanRow = {
  id: 0,
  afterMinutes: 0,
  contactGroupId: null,
  isOnDuty: false,
  usesContactTiming: false,
  level: 1,
  channels: ["popup"],
  repeatTimes: 0,
  repeatIntervalMinutes: 10,
};

/**
 * The plans by which people are told of an exception: its trigger's, and the plan of the customer's connection watch. An
 * empty one of these is the default, unless the trigger's tells somebody.
 */
export function plansOf({ customerId, triggerId, isOfWatch }: PlannedExcursion, { triggers, watches }: Plans): Plan[] {
  const own = triggerId === null ? undefined : triggers.get(triggerId);
  const watch = isOfWatch ? watches.get(customerId) : undefined;
  if (watch && watch.rows.length > 0) return own ? [own, watch] : [watch];
  if (own && own.rows.length > 0) return [own];
  return watch ? [{ ...watch, rows: [WATCH_DEFAULT] }] : [];
}

/** Why a channel of a plan row tells nobody: no contact allows it, or the customer has it switched off. */
export type Bar = "nobody" | "emailOff" | "smsOff";

/** One message to one person, or what stands in the log for the person that there is not. */
export type Planned = {
  exceptionId: number;
  rowId: number;
  /** Of messages about a rise: the severity risen to. */
  risenTo?: Severity;
  /** Of a severity that rose after somebody had acknowledged: that does not stop it. */
  isAcknowledgedBefore?: boolean;
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
  /** Whom it is for is decided when it is due: who is on duty then. */
  duty?: DutyTarget;
  /** How the contact was found where it was decided so. */
  remark?: NoticeRemark;
};

/** The group whose rota decides, and all channels of the plan row that are open. */
export type DutyTarget = { groupId: number; channels: readonly NoticeChannel[] };

/** Word of an acknowledgement to one person. */
export type PlannedWord = Omit<Planned, "type"> & { type: "acknowledged" };

/** What the same message is known by, however often it is planned. */
export function keyOf(message: Planned | PlannedWord): string {
  const { type, exceptionId, channel, contactId, duty } = message;
  if (type !== "alarm") return `${type}:${exceptionId}:${duty ? `group ${duty.groupId}` : (contactId ?? 0)}`;
  const rise = "risenTo" in message && message.risenTo ? `:${message.risenTo}` : "";
  return `exception:${exceptionId}:${message.rowId}:${channel}:${contactId ?? 0}:${message.round}${rise}`;
}

/** What was found late and is open now is no old news any more; what is over, or acknowledged, is not planned anew. */
export const reopened = <E extends PlanExcursion>(excursion: E): E[] =>
  excursion.endedAt === null && excursion.acknowledgedAt === null ? [{ ...excursion, isDetectedLate: false }] : [];

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

type Target = Pick<Planned, "channel" | "contactId" | "bar" | "duty">;

/** Whom a row tells by which channel; a channel that reaches nobody by fault of the plan or the customer is named. */
function targetsOf(row: PlanRow, { contacts, customer }: Plan): Target[] {
  const people = contacts.filter(({ groupId, level }) => groupId === row.contactGroupId && level === row.level);
  const channels = row.channels.filter((channel) => channel !== "popup");
  const open = channels.filter((channel) => barOf(channel, customer) === null);
  if (row.isOnDuty && row.contactGroupId !== null) {
    const duty = { groupId: row.contactGroupId, channels: open };
    return channels.map((channel) => {
      const bar = barOf(channel, customer);
      return { channel, contactId: null, bar, ...(bar === null && { duty }) };
    });
  }
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
 * Who gets a message for those on duty by this channel at `at` (epoch ms). If nobody is on duty, or no channel of the row
 * can reach anybody on duty, it goes to the whole group rather than to nobody, and `remark` says so.
 */
export function dutyRecipients(
  { groupId, channels }: DutyTarget,
  channel: NoticeChannel,
  { contacts, rotas, customer, down = [] }: People,
  at: number,
): (Target & { remark: NoticeRemark })[] {
  const group = contacts.filter((one) => one.groupId === groupId);
  const rota = rotas.find((one) => one.groupId === groupId);
  const ids = rota ? onDutyAt(rota, at, customer.timeZone) : [];
  const working = channels.filter((one) => barOf(one, customer) === null && !down.includes(one));
  const { people, remark } = whomToNotify(group, ids, working);
  const isAnybodyReached = channels.some((one) => notifiedBy(people, one).length > 0);
  const bar = barOf(channel, customer) ?? (isAnybodyReached ? null : "nobody");
  if (bar) return [{ channel, contactId: null, bar, remark }];
  return notifiedBy(people, channel).map((one) => ({ channel, contactId: one.id, bar, remark: one.remark }));
}

/** The quiet hours that defer a message to a contact: none to who is on duty, which overrides them. */
export const deferringHours = (remark: NoticeRemark | null, quietHours: QuietHours | null): QuietHours | null =>
  remark === "onDuty" ? null : quietHours;

/** When and how often a row notifies a contact: by the row, or by the contact's own timing where the row takes it over. */
function timingOf(row: PlanRow, contact: PlanContact | undefined) {
  const own = row.usesContactTiming ? contact : undefined;
  return {
    delayMinutes: own?.delayMinutes ?? 0,
    repeatTimes: own?.repeatTimes ?? row.repeatTimes,
    repeatIntervalMinutes: own?.repeatIntervalMinutes ?? row.repeatIntervalMinutes,
  };
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
    const { id: exceptionId, risenTo } = excursion;
    const base = { exceptionId, rowId: row.id, type: "alarm" as const, ...(risenTo && { risenTo }) };
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
    const messages = targetsOf(row, plan).flatMap((target) => {
      const timing = timingOf(
        row,
        plan.contacts.find(({ id }) => id === target.contactId),
      );
      return Array.from({ length: timing.repeatTimes + 1 }, (_, round) => ({
        round,
        at: first + (timing.delayMinutes + round * timing.repeatIntervalMinutes) * MINUTE_MS,
      }))
        .filter(({ round, at }) => round === 0 || (target.bar === null && at > foundAt))
        .map(({ round, at }) => ({
          ...base,
          ...target,
          round,
          isFollowUp: isEscalation || timing.delayMinutes > 0 || round > 0,
          gather: causeOf(excursion),
          dueAt: Math.max(at, foundAt) + BATCH_WINDOW_MS,
        }));
    });
    return [...popups, ...messages];
  });
}

/** What is over when it is found wakes nobody: who would have been told first reads of it in the next digest. */
function digestsOf(plan: Plan, { id, foundAt }: PlanExcursion): Planned[] {
  const withPeople = plan.rows.filter(({ contactGroupId }) => contactGroupId !== null);
  const earliest = Math.min(...withPeople.map(({ afterMinutes }) => afterMinutes));
  const seen = new Set<number | string | null>();
  return withPeople
    .filter(({ afterMinutes }) => afterMinutes === earliest)
    .flatMap((row) => {
      const asMail = { ...row, channels: ["email"] as const };
      return targetsOf(asMail, plan).map((target) => ({ ...target, rowId: row.id }));
    })
    .filter(({ contactId, duty }) => {
      const whom = duty ? `group ${duty.groupId}` : contactId;
      return !seen.has(whom) && seen.add(whom);
    })
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
    const entries = scheduleOf(plan, excursion).flatMap((planned) => outcomesOf(plan, excursion, planned));
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
    if (leader !== undefined && at - leader <= BATCH_WINDOW_MS) return false;
    leaders.set(key, at);
    return true;
  }).length;
}

/** Where nobody is told, each row of the plan stands by itself. */
const messageOf = ({ type, channel, contactId, rowId, at }: Told) =>
  [type, channel, contactId ?? `row ${rowId}`, at].join(" ");

/** What becomes of one planned message, and of those that it becomes when who is on duty has been found. */
function outcomesOf(plan: Plan, excursion: PlanExcursion, planned: Planned): Told[] {
  const { duty, ...rest } = planned;
  const told = outcomeOf(plan, excursion, rest);
  if (!told || !duty) return told ? [told] : [];
  return dutyRecipients(duty, planned.channel, plan, told.at).flatMap(
    (recipient) => outcomeOf(plan, excursion, { ...rest, ...recipient, dueAt: told.at }) ?? [],
  );
}

/** What becomes of one planned message; undefined if it never leaves. */
function outcomeOf(plan: Plan, excursion: PlanExcursion, { dueAt, duty: _, ...planned }: Planned): Told | undefined {
  const { severity, endedAt, acknowledgedAt } = excursion;
  const contact = plan.contacts.find(({ id }) => id === planned.contactId);
  const isMailable = contact?.channels.includes("email") === true && plan.customer.notifyByEmail;
  const quietHours = deferringHours(planned.remark ?? null, contact?.quietHours ?? null);
  const person = { quietHours, isMailable, timeZone: plan.customer.timeZone };
  let told: Told = { ...planned, at: dueAt };
  for (let isHeld = false; ; ) {
    const isEnded = endedAt !== null && endedAt <= told.at;
    const isAcknowledged = acknowledgedAt !== null && acknowledgedAt <= told.at;
    const due = { ...told, ...person, severity, isHeld, isEnded, isAcknowledged, isWithdrawn: false };
    const next = decideDelivery(due, told.at);
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
