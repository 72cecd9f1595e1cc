import type { ExceptionKind, NoticeChannel, NoticeRemark, Severity } from "@/db/enums";
import { onDutyAt, type Rota } from "../duty/duty.rules";
import { type GroupContact, notifiedBy, whomToNotify } from "../duty/recipient.rules";
import { decideDelivery } from "./decision.rules";
import type { QuietHours } from "./quiet.rules";

/** How long a personal message waits for other alarms of the same cause, which then share it. */
export const BATCH_WINDOW_MS = 20_000;
/** A finding this late comes from a buffer that is still being sent. The remaining readings may disprove it. */
const BACKFILL_AFTER_MS = 120_000;
const BACKFILL_MS = 20_000;
const MINUTE_MS = 60_000;
const HOUR_MS = 3_600_000;

export type PlanRow = {
  id: number;
  afterMinutes: number;
  /** Null: only the console is notified. */
  contactGroupId: number | null;
  level: number;
  /** Notifies who is on duty by the rota of the group at the time of sending, instead of a level. */
  isOnDuty: boolean;
  channels: readonly NoticeChannel[];
  /** The contact's own delay and repeats apply, as far as they are set. */
  usesContactTiming: boolean;
  repeatTimes: number;
  repeatIntervalMinutes: number;
};

export type PlanContact = GroupContact & {
  groupId: number;
  quietHours: QuietHours | null;
  /** The contact's own timing; null if it is not set. */
  delayMinutes: number | null;
  repeatTimes: number | null;
  repeatIntervalMinutes: number | null;
};

/** The channels that a customer has enabled, and its time zone. */
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

/** The fields of an exception that plans need. Times in epoch ms, null if they have not happened (yet). */
export type PlanExcursion = {
  id: number;
  kind: ExceptionKind;
  severity: Severity;
  raisedAt: number;
  /** When the product detected it: `raisedAt`, or later if readings arrived late. */
  foundAt: number;
  endedAt: number | null;
  acknowledgedAt: number | null;
  /** It was over before it was detected. */
  isDetectedLate: boolean;
  sceneId: number | null;
  /** The new severity of an alarm that is notified again because its severity rose. */
  risenTo?: Severity;
};

export type PlannedExcursion = PlanExcursion & {
  customerId: number;
  /** The trigger whose condition found it; null if there is none or it is deleted. */
  triggerId: number | null;
  /** Whether the connection watch of its customer found it and is enabled. */
  isOfWatch: boolean;
};

/** The plans of triggers, and those of the customers' connection watches, by id. */
export type Plans = { triggers: ReadonlyMap<number, Plan>; watches: ReadonlyMap<number, Plan> };

/** The default for a lost connection if neither the customer nor a trigger has a plan: a pop-up for logged-in users. */
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
 * The plans for an exception: that of its trigger and that of the customer's connection watch. An empty plan of the
 * watch means the default, unless the trigger's plan notifies somebody.
 */
export function plansOf({ customerId, triggerId, isOfWatch }: PlannedExcursion, { triggers, watches }: Plans): Plan[] {
  const own = triggerId === null ? undefined : triggers.get(triggerId);
  const watch = isOfWatch ? watches.get(customerId) : undefined;
  if (watch && watch.rows.length > 0) return own ? [own, watch] : [watch];
  if (own && own.rows.length > 0) return [own];
  return watch ? [{ ...watch, rows: [WATCH_DEFAULT] }] : [];
}

/** Why a plan row notifies nobody by a channel: no contact allows it, or the customer has disabled it. */
export type Bar = "nobody" | "emailOff" | "smsOff";

/** One message to one person, or the log entry that nobody could be notified. */
export type Planned = {
  exceptionId: number;
  rowId: number;
  /** For messages about a rise: the new severity. */
  risenTo?: Severity;
  /** The severity rose after the acknowledgement, which therefore does not stop the message. */
  isAcknowledgedBefore?: boolean;
  /** 0 is the first message of the row; the others are its repeats. */
  round: number;
  type: "alarm" | "digest";
  channel: NoticeChannel;
  /** Null for a pop-up, and if `bar` says why nobody is notified. */
  contactId: number | null;
  bar: Bar | null;
  /** A repeat or an escalation: it is dropped once the exception is acknowledged or over. */
  isFollowUp: boolean;
  /** Messages to one person by one channel with the same value share a message. */
  gather: string;
  dueAt: number;
  /** The recipient is determined when the message is due: who is on duty then. */
  duty?: DutyTarget;
  /** How the on-duty recipient was determined. */
  remark?: NoticeRemark;
};

/** The group whose rota decides, and all channels of the plan row that are enabled. */
export type DutyTarget = { groupId: number; channels: readonly NoticeChannel[] };

/** The notice of an acknowledgement to one person. */
export type PlannedWord = Omit<Planned, "type"> & { type: "acknowledged" };

/** The idempotency key of a message: the same however often it is planned. */
export function keyOf(message: Planned | PlannedWord): string {
  const { type, exceptionId, channel, contactId, duty } = message;
  if (type !== "alarm") return `${type}:${exceptionId}:${duty ? `group ${duty.groupId}` : (contactId ?? 0)}`;
  const rise = "risenTo" in message && message.risenTo ? `:${message.risenTo}` : "";
  return `exception:${exceptionId}:${message.rowId}:${channel}:${contactId ?? 0}:${message.round}${rise}`;
}

/** Returns the exception, as not detected late, if it is open and not acknowledged; else nothing. */
export const reopened = <E extends PlanExcursion>(excursion: E): E[] =>
  excursion.endedAt === null && excursion.acknowledgedAt === null ? [{ ...excursion, isDetectedLate: false }] : [];

/** Which switch of the customer disables the channel, or null. */
export function barOf(channel: NoticeChannel, { notifyByEmail, notifyBySms }: PlanCustomer): Bar | null {
  if (channel === "email" && !notifyByEmail) return "emailOff";
  return channel === "sms" && !notifyBySms ? "smsOff" : null;
}

/**
 * The cause by which alarms share a message: silences of the customer's devices, because a network fails as a whole,
 * and exceptions at the same place.
 */
export const causeOf = ({ kind, sceneId }: Pick<PlanExcursion, "kind" | "sceneId">): string =>
  kind === "no-data" ? "silence" : `scene:${sceneId ?? ""}`;

/** Digests are sent at the full hour. */
export const nextDigestAt = (at: number): number => Math.floor(at / HOUR_MS + 1) * HOUR_MS;

type Target = Pick<Planned, "channel" | "contactId" | "bar" | "duty">;

/**
 * The contacts that a row notifies, with the channel. A channel that reaches nobody, because of the plan or the
 * customer, is included with the reason.
 */
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
 * The recipients of a message for those on duty by this channel at `at` (epoch ms). If nobody is on duty, or no channel
 * of the row can reach anybody on duty, the whole group is notified and `remark` says so.
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

/** The quiet hours that defer a message to a contact. Being on duty overrides them. */
export const deferringHours = (remark: NoticeRemark | null, quietHours: QuietHours | null): QuietHours | null =>
  remark === "onDuty" ? null : quietHours;

/** When and how often a row notifies a contact: the timing of the row, or the contact's own if the row uses it. */
function timingOf(row: PlanRow, contact: PlanContact | undefined) {
  const own = row.usesContactTiming ? contact : undefined;
  return {
    delayMinutes: own?.delayMinutes ?? 0,
    repeatTimes: own?.repeatTimes ?? row.repeatTimes,
    repeatIntervalMinutes: own?.repeatIntervalMinutes ?? row.repeatIntervalMinutes,
  };
}

/**
 * The accounts among `ids` that belong to the customer. Others are excluded: contacts are only notified of data of
 * their own customer. the alarm. If the exception is found late, overdue messages are due at once: of a row's first
 * message and its overdue repeats only the first remains.
 */
export function scheduleOf(plan: Plan, excursion: PlanExcursion): Planned[] {
  if (excursion.isDetectedLate) return digestsOf(plan, excursion);
  const { foundAt } = excursion;
  // The clock of a device may be ahead of the server's.
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

/** An exception that is over when it is found raises no alarm: the first recipients get it in the next digest. */
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

/** The `gather` values of digests and of messages that quiet hours deferred. Each is sent as one message. */
export const DIGEST = "digest";
export const HELD = "held";

/** A planned message that is sent at `at` (epoch ms). */
export type Told = Omit<Planned, "dueAt"> & { at: number };

/**
 * Simulates a plan: who is notified of these exceptions when and by which channel, in chronological order. The ends and
 * acknowledgements of the exceptions must be known. An exception appears once per message, whatever rows requested it.
 */
export function planOf(plan: Plan, excursions: readonly PlanExcursion[]): Told[] {
  const told = excursions.flatMap((excursion) => {
    const entries = scheduleOf(plan, excursion).flatMap((planned) => outcomesOf(plan, excursion, planned));
    return [...new Map(entries.toReversed().map((entry) => [messageOf(entry), entry])).values()].reverse();
  });
  return told.sort((a, b) => a.at - b.at);
}

/**
 * Counts the messages that are sent for these entries, in chronological order. The first message of a cause to a person
 * by a channel includes whatever is due within its batch window.
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

/** Entries without a recipient count separately per plan row. */
const messageOf = ({ type, channel, contactId, rowId, at }: Told) =>
  [type, channel, contactId ?? `row ${rowId}`, at].join(" ");

/** The outcomes of one planned message, including those that it expands to once the recipients on duty are known. */
export function outcomesOf(plan: Plan, excursion: PlanExcursion, planned: Planned): Told[] {
  const { duty, ...rest } = planned;
  const told = outcomeOf(plan, excursion, rest);
  if (!told || !duty) return told ? [told] : [];
  return dutyRecipients(duty, planned.channel, plan, told.at).flatMap(
    (recipient) => outcomeOf(plan, excursion, { ...rest, ...recipient, dueAt: told.at }) ?? [],
  );
}

/** The outcome of one planned message; undefined if it is never sent. */
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
