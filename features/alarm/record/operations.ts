import "server-only";
import { planNotices, replanNotices } from "@/features/notice/operations";
import { grouped } from "@/lib/grouped";
import type { Db } from "@/lib/operation/context";
import { findSilencedUntil } from "../evaluation/data";
import { isDetectedLate, isRaisable, raisableAt } from "../evaluation/rules";
import type { ExceptionChange, Watch } from "../evaluation/schema";
import { adopt, isAlarmed, type MachineState, reopened } from "../machine/rules";
import type { Excursion } from "../range/rules";
import { reconcile } from "../reconcile/rules";
import { nextLookAt } from "../rules";
import { findTellableFrom } from "../tellable/operations";
import {
  findExcursions,
  findOpen,
  insertExcursions,
  type NewException,
  type Stored,
  updateExcursions,
  withdrawExcursions,
} from "./data";
import { continued, wasHeldBack } from "./rules";

/**
 * What one condition has found. Stored exceptions that began within `from ≤ start < to` are compared with it, and those
 * that began since `since` and ran into that. `state` is what its machine is to remember.
 */
export type Finding = {
  watch: Watch;
  state: MachineState;
  excursions: Excursion[];
  from: number;
  to: number;
  since: number;
  /** Of what was judged again to the end of its series: the machine before, and the rest that it began with, if any. */
  again?: { before: MachineState; restAt: number | null };
  /** Since when the machine had known what it had open before: raised only now, that was held back. */
  openBefore?: number | null;
  /** When the clock must look again, for a state that lasts and is not raised: its probe may say no more. */
  heldUntil?: number;
};

type Wanted = {
  withdrawals: { id: number; mergedIntoId: number | null }[];
  updates: { id: number; excursion: Excursion }[];
  inserts: { finding: Finding; excursion: Excursion }[];
  /** Those among the updates that were over, and are open again. */
  openAgain: number[];
};

/** Makes the stored exceptions equal to the findings, and plans the notices of new ones and of those that open again. */
export async function recordFindings(tx: Db, findings: readonly Finding[], now: number): Promise<ExceptionChange[]> {
  const touched = findings.filter(({ from, to }) => to > from);
  if (touched.length === 0) return [];
  const wanted = await compare(tx, touched);
  wanted.inserts = wanted.inserts.filter((insert) => mayBecome(insert, null, now));
  const inserts = await adoptOpen(tx, wanted);
  const changes = [
    ...(await withdrawExcursions(tx, wanted.withdrawals, now)),
    ...(await updateExcursions(tx, endedFirst(wanted.updates))),
  ];
  const raised = await raisableOf(tx, inserts, now);
  const opened = await insertExcursions(
    tx,
    raised.toSorted((a, b) => openLast(a.excursion, b.excursion)),
  );
  await planNotices(
    tx,
    opened.map((change) => change.id),
  );
  await replanNotices(tx, wanted.openAgain);
  return [...changes, ...opened];
}

async function compare(tx: Db, findings: readonly Finding[]): Promise<Wanted> {
  const spans = findings.map((finding) => ({
    ...conditionOf(finding),
    from: finding.from,
    to: finding.to,
    since: finding.since,
  }));
  const stored = grouped(await findExcursions(tx, spans), keyOf);
  const wanted: Wanted = { withdrawals: [], updates: [], inserts: [], openAgain: [] };
  for (const finding of findings) {
    const rows = stored.get(keyOf(finding.watch)) ?? [];
    const older = new Map(rows.filter((row) => row.startedAt < finding.from).map((row) => [row.id, row]));
    for (const action of reconcile<number>(rows, finding.excursions)) {
      const row = action.type === "insert" ? undefined : older.get(action.id);
      if (action.type === "insert") wanted.inserts.push({ finding, excursion: action.excursion });
      else if (action.type === "withdraw") {
        // What began before the readings that are left cannot be disproved by them.
        if (!row) wanted.withdrawals.push(action);
        else goOn(finding, row, wanted);
      } else if (!row) wanted.updates.push(action);
      else {
        wanted.updates.push({ id: row.id, excursion: continued(row, action.excursion) });
        finding.state = adopt(finding.state, row);
      }
    }
  }
  const over = new Set([...stored.values()].flat().flatMap(({ id, endedAt }) => (endedAt === null ? [] : [id])));
  const open = wanted.updates.filter(({ excursion }) => excursion.endedAt === null);
  wanted.openAgain = open.flatMap(({ id }) => (over.has(id) ? [id] : []));
  return wanted;
}

/**
 * What is open from before the readings that were judged again, which found nothing open: it ends with the reading that
 * they began at rest with, by today's limits. Without one its machine is told to go on with it.
 */
function goOn(finding: Finding, row: Stored, { updates }: Wanted): void {
  const { again, state } = finding;
  if (!again || row.endedAt !== null || isAlarmed(state)) return;
  if (again.restAt !== null) updates.push({ id: row.id, excursion: { ...row, endedAt: again.restAt } });
  else if (isAlarmed(again.before)) finding.state = reopened(state, again.before);
}

/**
 * An open exception of which the machine knew nothing goes on as the one that it has found, or ends where that is of
 * the other side: two of a condition are never open at once. Returns what is new all the same.
 */
async function adoptOpen(tx: Db, { withdrawals, updates, inserts }: Wanted): Promise<Wanted["inserts"]> {
  const opening = inserts.filter(({ excursion }) => excursion.endedAt === null);
  if (opening.length === 0) return inserts;
  const known = new Set([...withdrawals, ...updates].map(({ id }) => id));
  const open = await findOpen(
    tx,
    opening.map(({ finding }) => conditionOf(finding)),
  );
  const unknown = new Map(open.filter(({ id }) => !known.has(id)).map((row) => [keyOf(row), row]));
  return inserts.filter(({ finding, excursion }) => {
    const row = excursion.endedAt === null ? unknown.get(keyOf(finding.watch)) : undefined;
    if (!row) return true;
    if (row.side !== excursion.side) {
      updates.push({ id: row.id, excursion: { ...row, endedAt: Math.max(row.startedAt, excursion.startedAt) } });
      return true;
    }
    updates.push({ id: row.id, excursion: continued(row, excursion) });
    finding.state = adopt(finding.state, row);
    return false;
  });
}

/** What no silence holds back: the last question, and asked for what is to be raised alone. */
async function raisableOf(tx: Db, inserts: Wanted["inserts"], now: number): Promise<NewException[]> {
  if (inserts.length === 0) return [];
  const silenced = await findSilencedUntil(
    tx,
    inserts.map(({ finding, excursion }) => ({ carrierId: finding.watch.carrierId, at: raisableAt(excursion, now) })),
  );
  const raised = inserts.filter((insert, index) => mayBecome(insert, silenced[index] ?? null, now));
  const lasting = raised.filter(({ excursion }) => excursion.endedAt === null);
  const due = lasting.map(({ finding: { watch }, excursion: { raisedAt } }) => ({ ...watch, raisedAt }));
  const ends = await findTellableFrom(tx, due, now);
  const endOf = new Map(lasting.map((insert, index) => [insert, ends[index] as number]));
  return raised.map((insert) => {
    const { finding, excursion } = insert;
    const { watch, openBefore = null } = finding;
    const end = endOf.get(insert) ?? excursion.raisedAt;
    // A status that was changed says nothing of when: then it is from now on.
    const from = end > excursion.raisedAt ? end : wasHeldBack(excursion, openBefore) ? now : null;
    return { watch, excursion, isDetectedLate: isDetectedLate(excursion, now), tellableFrom: from };
  });
}

function mayBecome({ finding, excursion }: Wanted["inserts"][number], silencedUntil: number | null, now: number) {
  const { watch } = finding;
  if (isRaisable(watch, excursion, silencedUntil, now)) return true;
  if (watch.rule.kind === "state" && excursion.endedAt === null)
    finding.heldUntil = nextLookAt({ ...watch.hold, side: null, silencedUntil }, now);
  return false;
}

const conditionOf = ({ watch: { probeId, conditionId, rule } }: Finding) => ({ probeId, conditionId, kind: rule.kind });
const keyOf = ({ probeId, conditionId }: Pick<Stored, "probeId" | "conditionId">) => `${probeId}:${conditionId}`;
const openLast = (a: Excursion, b: Excursion) => Number(a.endedAt === null) - Number(b.endedAt === null);
const endedFirst = (rows: { id: number; excursion: Excursion }[]) =>
  rows.toSorted((a, b) => openLast(a.excursion, b.excursion));
