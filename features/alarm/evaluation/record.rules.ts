import type { Severity } from "@/db/enums";
import type { RecordedExcursion } from "../condition/range.rules";
import { compareJudged, isDetectedLate, isRaisable } from "./evaluation.rules";
import type { CarrierWatch, Watch } from "./evaluation.schema";
import { adopt, type JudgedSpan } from "./machine.rules";
import { continued, type StoredExcursion } from "./reconcile.rules";
import { severityAt } from "./severity.rules";
import { nextLookAt } from "./suppression.rules";

/** An exception as it is stored, with what found it where. */
export type Stored = StoredExcursion<number> & { probeId: number | null; carrierId: number; conditionId: number };

/** What one condition has found. */
export type Finding = JudgedSpan & {
  watch: Watch | CarrierWatch;
  /** Since when the machine had known what it had open before: raised only now, that was held back. */
  openBefore?: number | null;
  /** When the clock must look again, for a state that lasts and is not raised: its probe may say no more. */
  heldUntil?: number;
};

export type Insert = { finding: Finding; excursion: RecordedExcursion };

/** What makes the stored exceptions equal to the findings. */
export type Wanted = {
  withdrawals: { id: number; mergedIntoId: number | null }[];
  updates: { id: number; excursion: RecordedExcursion; severity: Severity | null }[];
  inserts: Insert[];
  /** Those among the updates that were over, and are open again. */
  openAgain: number[];
};

/** `tellableFrom`: when what was held back ceased to be so (epoch ms); null: it is news. */
export type NewException = {
  watch: Watch | CarrierWatch;
  excursion: RecordedExcursion;
  severity: Severity;
  isDetectedLate: boolean;
  tellableFrom: number | null;
};

/** What a condition is known by at a probe, or at a carrier as a whole. */
export const keyOf = ({ probeId, carrierId, conditionId }: Pick<Stored, "probeId" | "carrierId" | "conditionId">) =>
  `${probeId ?? `carrier ${carrierId}`}:${conditionId}`;

/**
 * Whether an excursion that is recorded only now was known before, as what goes on since `openBefore` (epoch ms; null:
 * nothing was open): a pause, a silence or the calendar held it back until now, and nobody could be told.
 */
export const wasHeldBack = ({ startedAt, endedAt }: RecordedExcursion, openBefore: number | null): boolean =>
  openBefore !== null && endedAt === null && startedAt <= openBefore;

/**
 * Compares findings with what is stored of their spans, by `keyOf`. The machines' states in the findings become what they
 * are to remember with it; new excursions are those that anything but a silence lets through.
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

/** The severity of one that is over; null: it stays. While it lasts the worker's clock raises it, and notifies of that. */
const finalSeverity = (
  { severity, severitySteps }: Finding["watch"],
  { startedAt, endedAt }: RecordedExcursion,
): Severity | null =>
  severitySteps && endedAt !== null ? severityAt(severity, severitySteps, startedAt, endedAt) : null;

/** Whether a new excursion becomes an exception at `now`; a state that does not is to be looked at again. */
export function mayBecome({ finding, excursion }: Insert, silencedUntil: number | null, now: number): boolean {
  const { watch } = finding;
  if (isRaisable(watch, excursion, silencedUntil, now)) return true;
  if (watch.rule.kind === "state" && excursion.endedAt === null)
    finding.heldUntil = nextLookAt({ ...watch.hold, side: null, silencedUntil }, now);
  return false;
}

/** New excursions that go on: the ones that an open exception may be that the machine knows nothing of. */
export const opening = ({ inserts }: Wanted): Insert[] => inserts.filter(({ excursion }) => excursion.endedAt === null);

/**
 * An open exception of which the machine knew nothing goes on as the one that it has found, or ends where that is of
 * the other side: two of a condition are never open at once. What is new all the same stays among the inserts.
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
 * The exception that a new excursion becomes at `now`. `tellableSince`: since when somebody could be told of one that
 * lasts (epoch ms); null for one that is over.
 */
export function newException({ finding, excursion }: Insert, tellableSince: number | null, now: number): NewException {
  const { watch, openBefore = null } = finding;
  const since = tellableSince ?? excursion.raisedAt;
  // A status that was changed says nothing of when: then it is from now on.
  const notifiableFrom = since > excursion.raisedAt ? since : wasHeldBack(excursion, openBefore) ? now : null;
  const severity = severityAt(watch.severity, watch.severitySteps, excursion.startedAt, excursion.endedAt ?? now);
  return { watch, excursion, severity, isDetectedLate: isDetectedLate(excursion, now), tellableFrom: notifiableFrom };
}

const openLast = (a: RecordedExcursion, b: RecordedExcursion) =>
  Number(a.endedAt === null) - Number(b.endedAt === null);

/** What ends before what goes on: two of a condition are never open at once, not even within a transaction. */
export const endedFirst = <R extends { excursion: RecordedExcursion }>(rows: readonly R[]): R[] =>
  rows.toSorted((a, b) => openLast(a.excursion, b.excursion));
