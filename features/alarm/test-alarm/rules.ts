import type { NoticeChannel, NoticeRemark, Severity } from "@/db/enums";
import { undeliverableBy } from "@/features/notice/delivery/next.rules";
import {
  HELD,
  outcomesOf,
  type Plan,
  type PlanContact,
  type PlanExcursion,
  type PlanRow,
  scheduleOf,
  type Told,
} from "@/features/notice/delivery/plan.rules";
import { quietEnd } from "@/features/notice/delivery/quiet.rules";
import { onDutyAt } from "@/features/notice/duty/duty.rules";
import { type Calendar, isWithinCalendar, nextWithin } from "../condition/calendar.rules";
import type { CarrierHold } from "../evaluation/suppression.rules";
import type { TestAlarmState } from "./follow.rules";
import type { LeftOut, Obstacle, ObstacleReason, StoredTest, TestAlarmStep, TestRecipient } from "./schema";

/** The order in which obstacles are reported. */
const OBSTACLES = [
  ...(["disabled", "noLimit", "noSensor", "noPlan", "notRunning", "switchedOff"] as const),
  ...(["paused", "silenced", "defrost", "calendar"] as const),
] satisfies readonly ObstacleReason[];

/** What the rules need to know of a contact besides the plan's fields. */
export type Person = { id: number; name: string; email: string; phone: string };

/** The contacts by name and address, and the channels that the installation has configured. */
export type Known = {
  people: readonly Person[];
  isConfigured: (channel: NoticeChannel) => boolean;
  mayViewAddresses: boolean;
};

/** The outcome of a planned message, and when it was planned for (epoch ms). */
type Outcome = Told & { plannedAt: number };

type NamedRow = PlanRow & { groupName: string | null };
type NamedPlan = Omit<Plan, "rows"> & { rows: readonly NamedRow[] };

const MINUTE_MS = 60_000;

/** An alarm of this severity at the carrier's node that begins at `now` (epoch ms) and does not end. */
export const alarmNow = (severity: Severity, sceneId: number, now: number): PlanExcursion => ({
  ...{ id: 0, kind: "range", severity, raisedAt: now, foundAt: now },
  ...{ endedAt: null, acknowledgedAt: null, isDetectedLate: false, sceneId },
});

/** The first messages of each row of a plan, by the planner and the decision of the delivery, and who gets none. */
export const stepsOf = (plan: NamedPlan, excursion: PlanExcursion, known: Known): TestAlarmStep[] =>
  plan.rows.map((row) => stepOf(row, plan, excursion, known));

function stepOf(row: NamedRow, plan: NamedPlan, excursion: PlanExcursion, known: Known): TestAlarmStep {
  const told = scheduleOf({ ...plan, rows: [row] }, excursion)
    .filter(({ round }) => round === 0)
    .flatMap((planned) => outcomesOf(plan, excursion, planned).map((one) => ({ ...one, plannedAt: planned.dueAt })));
  const recipients: TestRecipient[] = [];
  const leftOut: LeftOut[] = [];
  for (const one of told) {
    const reason = refusalOf(one, plan, known);
    const { contactId, channel, remark = null, plannedAt } = one;
    const contact = plan.contacts.find(({ id }) => id === contactId);
    const person = known.people.find(({ id }) => id === contactId);
    const name = person?.name ?? "";
    if (reason !== null) {
      const isOfAll = reason === "nobody";
      if (isOfAll && leftOut.some((other) => other.reason === reason)) continue;
      const until = reason === "quietHours" ? one.at : null;
      leftOut.push({ contactId, name, channel: isOfAll ? null : channel, reason, until });
      continue;
    }
    recipients.push({
      ...{ contactId, name, channel, remark },
      address: known.mayViewAddresses && person ? addressOf(person, channel) : "",
      afterMinutes: Math.floor((plannedAt - excursion.foundAt) / MINUTE_MS),
      isFailing: (plan.down ?? []).includes(channel),
      quiet: quietOf(contact, remark, plannedAt, plan.customer.timeZone),
    });
  }
  const { id: rowId, afterMinutes, groupName, level, isOnDuty } = row;
  leftOut.push(...othersOf(row, plan, known, told));
  return { rowId, afterMinutes, groupName, level, isOnDuty, recipients, leftOut };
}

/** Why a planned message reaches nobody now, or null. */
function refusalOf(told: Told, plan: NamedPlan, { isConfigured }: Known): LeftOut["reason"] | null {
  const { bar, channel, gather } = told;
  if (bar !== null) return bar;
  if (channel === "popup") return null;
  return undeliverableBy(told, plan.contacts, isConfigured) ?? (gather === HELD ? "quietHours" : null);
}

const addressOf = ({ email, phone }: Person, channel: NoticeChannel): string => {
  if (channel === "email") return email;
  return channel === "sms" || channel === "voice" ? phone : "";
};

/** Quiet hours at `at` (epoch ms) that defer less severe alarms. Being on duty overrides them. */
function quietOf(contact: PlanContact | undefined, remark: NoticeRemark | null, at: number, timeZone: string) {
  if (!contact?.quietHours || remark === "onDuty") return null;
  const until = quietEnd(contact.quietHours, at, timeZone);
  return until > at ? { upTo: contact.quietHours.upTo, until } : null;
}

/** The contacts of a row's group and level without a planned message by a channel that works for the customer. */
function othersOf(row: NamedRow, plan: NamedPlan, { people }: Known, told: readonly Outcome[]): LeftOut[] {
  const isMember = ({ groupId, level }: PlanContact) =>
    groupId === row.contactGroupId && (row.isOnDuty || level === row.level);
  const barred = told.flatMap(({ bar, channel }) => (bar === null || bar === "nobody" ? [] : [channel]));
  const open = row.channels.filter((channel) => channel !== "popup" && !barred.includes(channel));
  const onDuty = row.isOnDuty ? onDutyOf(row, plan, told) : null;
  return plan.contacts.filter(isMember).flatMap((contact): LeftOut[] => {
    const { id: contactId, channels } = contact;
    const name = people.find(({ id }) => id === contactId)?.name ?? "";
    if (onDuty && !onDuty.includes(contactId))
      return [{ contactId, name, channel: null, reason: "notOnDuty", until: null }];
    return open
      .filter((channel) => !told.some((one) => one.contactId === contactId && one.channel === channel))
      .map((channel) => ({
        ...{ contactId, name, channel, until: null },
        reason: channels.includes(channel) ? "sameAddress" : "notAllowed",
      }));
  });
}

/** Who is on duty when the row's messages are due; null if the whole group is notified instead. */
function onDutyOf({ contactGroupId }: NamedRow, { rotas, customer }: NamedPlan, told: readonly Outcome[]) {
  const [first] = told.filter(({ remark }) => remark !== undefined);
  const rota = rotas.find(({ groupId }) => groupId === contactGroupId);
  const isWholeGroup = told.some(({ remark }) => remark === "nobodyOnDuty" || remark === "dutyUnreachable");
  return first && rota && !isWholeGroup ? onDutyAt(rota, first.plannedAt, customer.timeZone) : null;
}

/** The steps to send: those that come first, or all. */
export function chosenSteps(steps: readonly TestAlarmStep[], levels: "first" | "all"): TestAlarmStep[] {
  const earliest = Math.min(...steps.map(({ afterMinutes }) => afterMinutes));
  return steps.filter(({ afterMinutes }) => levels === "all" || afterMinutes === earliest);
}

/** The messages of these steps: each person once by each channel, for the first step that names them. */
export function messagesOf(steps: readonly TestAlarmStep[]): { recipient: TestRecipient; step: TestAlarmStep }[] {
  const messages = new Map<string, { recipient: TestRecipient; step: TestAlarmStep }>();
  for (const step of steps)
    for (const recipient of step.recipients) {
      const key = `${recipient.channel} ${recipient.contactId}`;
      if (!messages.has(key)) messages.set(key, { recipient, step });
    }
  return [...messages.values()];
}

/** What is stored of a carrier and its trigger that decides whether an alarm is raised. Times in epoch ms. */
export type Readiness = {
  hold: Omit<CarrierHold, "side">;
  trigger: { isEnabled: boolean; calendar: Calendar | null } | null;
  hasLimit: boolean;
  hasSensor: boolean;
  hasPlan: boolean;
  timeZone: string;
};

/**
 * Why no alarm above the limit would be raised, or notified, at `now` (epoch ms); empty if nothing prevents it. Status,
 * switch, silences and defrost as in `mayRaise`.
 */
export function obstaclesOf(given: Readiness, now: number): Obstacle[] {
  const { hold, trigger, hasLimit, hasSensor, hasPlan, timeZone } = given;
  const { carrierStatus, alarmSwitch, pausedUntil, silencedUntil, defrostUntil } = hold;
  if (trigger === null) return [{ reason: "noTrigger", until: null }];
  const { calendar } = trigger;
  const isAwake = isWithinCalendar(calendar, now, timeZone);
  const isBefore = (until: number | null) => until === null || now < until;
  const found: Record<(typeof OBSTACLES)[number], [applies: boolean, until: number | null]> = {
    disabled: [!trigger.isEnabled, null],
    noLimit: [!hasLimit, null],
    noSensor: [!hasSensor, null],
    noPlan: [!hasPlan, null],
    notRunning: [carrierStatus !== "running" && carrierStatus !== "defrost", null],
    switchedOff: [alarmSwitch === "off", null],
    paused: [alarmSwitch === "paused" && isBefore(pausedUntil), pausedUntil],
    silenced: [silencedUntil !== null && isBefore(silencedUntil), silencedUntil],
    defrost: [carrierStatus === "defrost" && isBefore(defrostUntil), defrostUntil],
    calendar: [!isAwake, isAwake ? null : nextWithin(calendar, now, timeZone)],
  };
  return OBSTACLES.flatMap((reason) => {
    const [applies, until] = found[reason];
    return applies ? [{ reason, until }] : [];
  });
}

/** The state of a message of a test: it is attempted once, so its first result is final. */
export const stateOf = ({ status, isSent, ...test }: StoredTest): TestAlarmState => {
  const state = status === "pending" ? "waiting" : isSent ? "delivered" : "failed";
  return { ...test, state, tookMs: isSent ? test.tookMs : null };
};
