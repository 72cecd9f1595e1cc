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

/** An exception with its acknowledgement and handling. */
export type EngineRow = StoredExcursion<number> &
  Pick<NewException, "isDetectedLate" | "severity" | "notifiableFrom"> & {
    carrierId: number;
    isWithdrawn: boolean;
    /** Clock time of recording, the instant at which it must not be suppressed, and the silences until then. */
    recorded: { at: number; judgedAt: number; isOver: boolean; silences: number };
    mergedIntoId: number | null;
    /** Late readings have shown that it continues after all. */
    isReopened: boolean;
    /** When it was acknowledged or handled, and the start of the span at that time. */
    acknowledged: { at: number; of: number } | null;
    handled: { at: number; of: number } | null;
  };

const MINUTE_MS = 60_000;

const row = { contactGroupId: 1, isOnDuty: false, usesContactTiming: false, channels: ["email"] as const };
const contact = { groupId: 1, channels: ["email"] as const, quietHours: null, delayMinutes: null };
const timing = { repeatTimes: null, repeatIntervalMinutes: null };

/** One contact is notified at once and again after ten minutes, another after half an hour. */
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

/** A sent message: its exception, when it was sent by the clock, and the start of the exception at that time. */
export type Told = Pick<Planned, "exceptionId" | "type" | "isFollowUp" | "contactId"> & {
  at: number;
  startedAt: number;
  isEnded: boolean;
  isAcknowledged: boolean;
};

/**
 * The outbox: the equivalent of `planNotices` and `notice.deliver` in memory. Only the product's rules decide what is
 * planned and what is sent when it is due.
 */
export class AlarmNotices {
  readonly outbox = new Map<string, Message>();
  readonly told: Told[] = [];

  constructor(private readonly rows: ReadonlyMap<number, EngineRow>) {}

  plan(ids: readonly number[], now: number): void {
    for (const id of ids) this.insert(this.planned(id, now), false);
  }

  /** Plans notices for reopened exceptions. */
  replan(ids: readonly number[], now: number): void {
    for (const id of ids) for (const one of reopened(this.planned(id, now))) this.insert(one, true);
  }

  /** Sends or drops what is due by the clock. */
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

  /** When the last planned notice is due, epoch ms. */
  get lastDueAt(): number {
    return Math.max(0, ...[...this.outbox.values()].map(({ dueAt }) => dueAt)) + MINUTE_MS;
  }

  /** The equivalent of the rows that `findPlans` reads. */
  private planned(id: number, foundAt: number): PlannedExcursion {
    const { severity, raisedAt, endedAt, acknowledged, isDetectedLate, notifiableFrom } = this.rows.get(
      id,
    ) as EngineRow;
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
