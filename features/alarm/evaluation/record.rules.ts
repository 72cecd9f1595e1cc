import type { Severity } from "@/db/enums";
import type { RecordedExcursion } from "../condition/range.rules";
import { compareJudged, isDetectedLate, isRaisable } from "./evaluation.rules";
import type { CarrierWatch, Watch } from "./evaluation.schema";
import { adopt, type JudgedSpan } from "./machine.rules";
import { continued, type StoredExcursion } from "./reconcile.rules";
import { severityAt } from "./severity.rules";
import { nextLookAt } from "./suppression.rules";

/** A stored exception with its probe, carrier and condition. */
export type Stored = StoredExcursion<number> & { probeId: number | null; carrierId: number; conditionId: number };

/** The finding of one condition. */
export type Finding = JudgedSpan & {
  watch: Watch | CarrierWatch;
  /** When the excursion began that the machine already had open. If it is raised only now, it was suppressed. */
  openBefore?: number | null;
  /** When the sweep must check a lasting state that is not raised: its probe may not report again. */
  heldUntil?: number;
};

export type Insert = { finding: Finding; excursion: RecordedExcursion };

/** The changes that make the stored exceptions equal to the findings. */
export type Wanted = {
  withdrawals: { id: number; mergedIntoId: number | null }[];
  updates: { id: number; excursion: RecordedExcursion; severity: Severity | null }[];
  inserts: Insert[];
  /** The updates that reopen an exception. */
  openAgain: number[];
};

/** `notifiableFrom`: the end of the suppression (epoch ms); null if it was not suppressed. */
export type NewException = {
  watch: Watch | CarrierWatch;
  excursion: RecordedExcursion;
  severity: Severity;
  isDetectedLate: boolean;
  notifiableFrom: number | null;
};

/** The key of a condition at a probe, or at a carrier as a whole. */
export const keyOf = ({ probeId, carrierId, conditionId }: Pick<Stored, "probeId" | "carrierId" | "conditionId">) =>
  `${probeId ?? `carrier ${carrierId}`}:${conditionId}`;

/**
 * Findings in rounds to record one after the other, none with two of a condition at a probe: former mountings may have
 * the same condition as the present one.
 */
export function roundsOf<F extends Finding>(findings: readonly F[]): F[][] {
  const rounds: F[][] = [];
  const counts = new Map<string, number>();
  for (const finding of findings) {
    const key = keyOf(finding.watch);
    const round = counts.get(key) ?? 0;
    counts.set(key, round + 1);
    if (round === rounds.length) rounds.push([]);
    rounds[round]?.push(finding);
  }
  return rounds;
}

/**
 * Whether a new exception was known before, as an excursion open since `openBefore` (epoch ms; null: none was open): a
 * pause, a silence or the calendar suppressed it until now, and it could not be notified.
 */
export const wasHeldBack = ({ startedAt, endedAt }: RecordedExcursion, openBefore: number | null): boolean =>
  openBefore !== null && endedAt === null && startedAt <= openBefore;

/**
 * Compares findings with the exceptions stored for their spans, by `keyOf`. Sets the states in the findings to those to
 * store. New excursions are those that everything but a silence lets through.
 */
export function compareFindings(
  findings: readonly Finding[],
  stored: ReadonlyMap<string, readonly Stored[]>,
  now: number,
): Wanted {
  const wanted: Wanted = { withdrawals: [], updates: [], inserts: [], openAgain: [] };
  for (const finding of findings) {
    const { actions, state } = compareJudged(stored.get(keyOf(finding.watch)) ?? [], finding);
    finding.state = state;
    for (const action of actions) {
      if (action.type === "insert") wanted.inserts.push({ finding, excursion: action.excursion });
      else if (action.type === "withdraw") wanted.withdrawals.push(action);
      else if (action.type === "update")
        wanted.updates.push({ ...action, severity: finalSeverity(finding.watch, action.excursion) });
    }
  }
  const over = new Set([...stored.values()].flat().flatMap(({ id, endedAt }) => (endedAt === null ? [] : [id])));
  const open = wanted.updates.filter(({ excursion }) => excursion.endedAt === null);
  wanted.openAgain = open.flatMap(({ id }) => (over.has(id) ? [id] : []));
  wanted.inserts = wanted.inserts.filter((insert) => mayBecome(insert, null, now));
  return wanted;
}

/**
 * The severity of an exception that is over; null: unchanged. While it lasts, a job of the worker raises and notifies
 * it.
 */
const finalSeverity = (
  { severity, severitySteps }: Finding["watch"],
  { startedAt, endedAt }: RecordedExcursion,
): Severity | null =>
  severitySteps && endedAt !== null ? severityAt(severity, severitySteps, startedAt, endedAt) : null;

/** Whether a new excursion becomes an exception at `now`. A state that does not is scheduled for another check. */
export function mayBecome({ finding, excursion }: Insert, silencedUntil: number | null, now: number): boolean {
  const { watch } = finding;
  if (isRaisable(watch, excursion, silencedUntil, now)) return true;
  if (watch.rule.kind === "state" && excursion.endedAt === null)
    finding.heldUntil = nextLookAt({ ...watch.hold, side: null, silencedUntil }, now);
  return false;
}

/** New excursions that are still open: an open exception unknown to the machine may be one of them. */
export const opening = ({ inserts }: Wanted): Insert[] => inserts.filter(({ excursion }) => excursion.endedAt === null);

/**
 * Continues an open exception unknown to the machine as the new excursion found, or ends it if that is of the other
 * side: a condition never has two open at once. Inserts without a match remain.
 */
export function adoptOpen(wanted: Wanted, open: readonly Stored[]): void {
  const { withdrawals, updates } = wanted;
  const known = new Set([...withdrawals, ...updates].map(({ id }) => id));
  const unknown = new Map(open.filter(({ id }) => !known.has(id)).map((row) => [keyOf(row), row]));
  wanted.inserts = wanted.inserts.filter(({ finding, excursion }) => {
    const row = excursion.endedAt === null ? unknown.get(keyOf(finding.watch)) : undefined;
    if (!row) return true;
    if (row.side !== excursion.side) {
      const endedAt = Math.max(row.startedAt, excursion.startedAt);
      updates.push({ id: row.id, excursion: { ...row, endedAt }, severity: null });
      return true;
    }
    updates.push({ id: row.id, excursion: continued(row, excursion), severity: null });
    finding.state = adopt(finding.state, row);
    return false;
  });
}

/**
 * The exception that a new excursion becomes at `now`. `notifiableSince`: since when a lasting one could be notified
 * (epoch ms); null for one that is over.
 */
export function newException(
  { finding, excursion }: Insert,
  notifiableSince: number | null,
  now: number,
): NewException {
  const { watch, openBefore = null } = finding;
  const since = notifiableSince ?? excursion.raisedAt;
  // The instant of a status change is not recorded: then the exception is notifiable from now on.
  const notifiableFrom = since > excursion.raisedAt ? since : wasHeldBack(excursion, openBefore) ? now : null;
  const severity = severityAt(watch.severity, watch.severitySteps, excursion.startedAt, excursion.endedAt ?? now);
  return { watch, excursion, severity, isDetectedLate: isDetectedLate(excursion, now), notifiableFrom };
}

const openLast = (a: RecordedExcursion, b: RecordedExcursion) =>
  Number(a.endedAt === null) - Number(b.endedAt === null);

/** Ended excursions before open ones: a condition never has two open at once, not even within a transaction. */
export const endedFirst = <R extends { excursion: RecordedExcursion }>(rows: readonly R[]): R[] =>
  rows.toSorted((a, b) => openLast(a.excursion, b.excursion));
