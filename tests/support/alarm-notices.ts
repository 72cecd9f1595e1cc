import type { StoredExcursion } from "@/features/alarm/evaluation/reconcile.rules";
import type { NewException } from "@/features/alarm/evaluation/record.rules";
import { decideDelivery } from "@/features/notice/delivery/decision.rules";
import {
  keyOf,
  type Plan,
  type Planned,
  type PlannedExcursion,
  plansOf,
  reopened,
  scheduleOf,
} from "@/features/notice/delivery/plan.rules";

/** An exception with what people have done about it. */
export type EngineRow = StoredExcursion<number> &
  Pick<NewException, "isDetectedLate" | "severity" | "tellableFrom"> & {
    isWithdrawn: boolean;
    /** When it was recorded, by the clock, the instant that had to let it through, and how many silences there were by then. */
    recorded: { at: number; judgedAt: number; isOver: boolean; silences: number };
    mergedIntoId: number | null;
    /** Late readings have shown that it goes on after all. */
    isReopened: boolean;
    /** When it was acknowledged or handled, and the start of the span that this was given for. */
    acknowledged: { at: number; of: number } | null;
    handled: { at: number; of: number } | null;
  };

const MINUTE_MS = 60_000;

const row = { contactGroupId: 1, isOnDuty: false, usesContactTiming: false, channels: ["email"] as const };
const contact = { groupId: 1, channels: ["email"] as const, quietHours: null, delayMinutes: null };
const timing = { repeatTimes: null, repeatIntervalMinutes: null };

/** One is told at once and once more after ten minutes, another after half an hour. */
export const PLAN = {
  rows: [
    { ...row, id: 1, afterMinutes: 0, level: 1, repeatTimes: 1, repeatIntervalMinutes: 10 },
    { ...row, id: 2, afterMinutes: 30, level: 2, repeatTimes: 0, repeatIntervalMinutes: 10 },
  ],
  contacts: [
    { ...contact, ...timing, id: 1, level: 1 },
    { ...contact, ...timing, id: 2, level: 2 },
  ],
  rotas: [],
  customer: { notifyByEmail: true, notifyBySms: true, timeZone: "UTC" },
} as unknown as Plan;

type Message = Planned & { key: string; status: "pending" | "sent" | "skipped" };

/** A message that was sent: of which exception, when by the clock, and when that began by then. */
export type Told = Pick<Planned, "exceptionId" | "type" | "isFollowUp" | "contactId"> & {
  at: number;
  startedAt: number;
  isEnded: boolean;
  isAcknowledged: boolean;
};

/**
 * The outbox: what `planNotices` writes and `notice.deliver` does with it, over memory. What is planned, and what becomes of
 * it when it is due, is decided by the product's rules alone.
 */
export class AlarmNotices {
  readonly outbox = new Map<string, Message>();
  readonly told: Told[] = [];

  constructor(private readonly rows: ReadonlyMap<number, EngineRow>) {}

  plan(ids: readonly number[], now: number): void {
    for (const id of ids) this.insert(this.planned(id, now), false);
  }

  /** For exceptions that are open again. */
  replan(ids: readonly number[], now: number): void {
    for (const id of ids) for (const one of reopened(this.planned(id, now))) this.insert(one, true);
  }

  /** What is due by the clock leaves, or not. */
  deliver(now: number): void {
    const due = [...this.outbox.values()].filter(({ status, dueAt }) => status === "pending" && dueAt <= now);
    for (const message of due.sort((a, b) => a.dueAt - b.dueAt)) {
      const exception = this.rows.get(message.exceptionId) as EngineRow;
      const isAcknowledged = exception.acknowledged !== null;
      const isEnded = exception.endedAt !== null;
      const { severity, startedAt, isWithdrawn } = exception;
      const person = { quietHours: null, isMailable: true, timeZone: "UTC", isHeld: false };
      const { fate } = decideDelivery({ ...message, ...person, severity, isAcknowledged, isEnded, isWithdrawn }, now);
      message.status = fate === "send" ? "sent" : "skipped";
      if (fate !== "send") continue;
      const { exceptionId, type, isFollowUp, contactId } = message;
      this.told.push({ exceptionId, type, isFollowUp, contactId, at: now, startedAt, isEnded, isAcknowledged });
    }
  }

  /** When nothing is left to be sent, epoch ms. */
  get lastDueAt(): number {
    return Math.max(0, ...[...this.outbox.values()].map(({ dueAt }) => dueAt)) + MINUTE_MS;
  }

  /** What `findPlans` reads. */
  private planned(id: number, foundAt: number): PlannedExcursion {
    const {
      severity,
      raisedAt,
      endedAt,
      acknowledged,
      isDetectedLate,
      tellableFrom: notifiableFrom,
    } = this.rows.get(id) as EngineRow;
    return {
      ...{ id, kind: "range", severity, foundAt, endedAt, isDetectedLate },
      raisedAt: Math.max(raisedAt, notifiableFrom ?? raisedAt),
      acknowledgedAt: acknowledged?.at ?? null,
      ...{ sceneId: 1, customerId: 1, triggerId: 1, isOfWatch: false },
    };
  }

  private insert(excursion: PlannedExcursion, isAgain: boolean): void {
    const plans = plansOf(excursion, { triggers: new Map([[1, PLAN]]), watches: new Map() });
    for (const message of plans.flatMap((plan) => scheduleOf(plan, excursion))) {
      const key = keyOf(message);
      const known = this.outbox.get(key);
      if (!known || (isAgain && known.status === "skipped"))
        this.outbox.set(key, { ...message, key, status: "pending" });
    }
  }
}
