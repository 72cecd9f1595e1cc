import "server-only";
import { planNotices } from "@/features/notice/operations";
import { grouped } from "@/lib/grouped";
import { liveBus } from "@/lib/live/live";
import type { Db } from "@/lib/operation/context";
import { type Excursion, elapseRange, excursionsOf, type RangeState } from "../range/rules";
import { reconcile, rejudge, rejudgeWindow } from "../reconcile/rules";
import type { Sample } from "../statistics/rules";
import {
  endAllOf,
  endForsaken,
  findExcursions,
  findSamples,
  findWatches,
  insertExcursions,
  type NewException,
  type Pair,
  type Stored,
  type Unwatched,
  updateExcursions,
  withdrawExcursions,
} from "./data";
import { CLOCK_GRACE_MS, dueAtOf, isDetectedLate, isRaisable, judgeArrival, stateOf } from "./rules";
import type { Arrival, ExceptionChange, Judged, Watch } from "./schema";

/** What one condition has found; stored exceptions that began within `from ≤ start < to` are compared with it. */
type Finding = { watch: Watch; state: RangeState; excursions: Excursion[]; from: number; to: number };

const FIRST_CHUNK = 500;
const FOREVER = Date.UTC(9999, 0, 1);

/**
 * Judges new values that are already stored, in the caller's transaction and under its lock of the probes: runs the
 * range conditions, records the exceptions, plans the notices. Part of taking readings in, not a call of its own.
 */
export async function judgeArrivals(
  tx: Db,
  arrivals: readonly Arrival[],
  now: number,
): Promise<{ judged: Map<number, Judged>; changes: ExceptionChange[] }> {
  const watches = grouped(
    await findWatches(
      tx,
      arrivals.map((arrival) => arrival.probeId),
    ),
    (watch) => watch.probeId,
  );
  const judged = new Map<number, Judged>();
  const findings: Finding[] = [];
  const forsaken: Pair[] = [];
  for (const arrival of arrivals) {
    const watched = watches.get(arrival.probeId) ?? [];
    forsaken.push(...forsakenOf(arrival, watched));
    const alarm: Record<string, unknown> = {};
    for (const watch of watched) {
      const finding = await find(tx, watch, sinceMounting(watch, arrival), now);
      alarm[watch.conditionId] = finding.state;
      if (finding.excursions.length > 0 || finding.to > finding.from) findings.push(finding);
    }
    judged.set(arrival.probeId, { alarm, dueAt: dueAtOf(alarm) });
  }
  const ended = await endForsaken(tx, forsaken, now);
  return { judged, changes: [...ended, ...(await record(tx, findings, now))] };
}

/** Lets the clock pass for probes whose excursions wait for the end of their delay. */
export async function elapseArrivals(
  tx: Db,
  waiting: readonly { probeId: number; alarm: Record<string, unknown> }[],
  now: number,
): Promise<{ judged: Map<number, Judged>; changes: ExceptionChange[] }> {
  const watches = grouped(
    await findWatches(
      tx,
      waiting.map((one) => one.probeId),
    ),
    (watch) => watch.probeId,
  );
  const judged = new Map<number, Judged>();
  const findings: Finding[] = [];
  for (const { probeId, alarm } of waiting) {
    const next: Record<string, unknown> = {};
    for (const watch of watches.get(probeId) ?? []) {
      const judgement = elapseRange(watch.rule, stateOf(alarm, watch.conditionId), now - CLOCK_GRACE_MS);
      next[watch.conditionId] = judgement.state;
      findings.push(inOrder(watch, judgement.state, excursionsOf(judgement.transitions)));
    }
    judged.set(probeId, { alarm: next, dueAt: dueAtOf(next) });
  }
  return { judged, changes: await record(tx, findings, now) };
}

/**
 * The open alarms of a probe that nothing follows any more: its trigger was switched off or exchanged, or it hangs
 * elsewhere since.
 */
function forsakenOf({ probeId, alarm, lastAt }: Arrival, watched: readonly Watch[]): Pair[] {
  const followed = new Set(watched.filter((watch) => !isMovedSince(watch, lastAt)).map((watch) => watch.conditionId));
  return Object.entries(alarm)
    .filter(([id, state]) => (state as RangeState).phase === "alarm" && !followed.has(Number(id)))
    .map(([id]) => ({ probeId, conditionId: Number(id) }));
}

const isMovedSince = (watch: Watch, lastAt: number | null) => lastAt !== null && watch.mountedAt > lastAt;

/** History before the mounting belongs to the carrier where the probe hung then, and so does the machine's memory. */
function sinceMounting(watch: Watch, arrival: Arrival): Arrival {
  const samples = arrival.samples.filter((sample) => sample.at >= watch.mountedAt);
  if (isMovedSince(watch, arrival.lastAt)) return { ...arrival, lastAt: null, alarm: {}, samples };
  return samples.length === arrival.samples.length ? arrival : { ...arrival, samples };
}

/** An in-order finding touches only the exceptions that it names itself. */
const inOrder = (watch: Watch, state: RangeState, excursions: Excursion[]): Finding => ({
  watch,
  state,
  excursions,
  from: excursions[0]?.startedAt ?? 0,
  to: excursions.length > 0 ? (excursions.at(-1)?.startedAt ?? 0) + 1 : 0,
});

async function find(tx: Db, watch: Watch, arrival: Arrival, now: number): Promise<Finding> {
  const verdict = judgeArrival(watch, arrival, now);
  if (verdict.kind === "in-order") return inOrder(watch, verdict.state, verdict.excursions);
  const { samples, from, to } = await windowOf(tx, watch, verdict);
  const { excursions, finalState } = rejudge(watch.rule, samples, to === null, now - CLOCK_GRACE_MS);
  return {
    watch,
    state: finalState ?? stateOf(arrival.alarm, watch.conditionId),
    excursions,
    from: from ?? watch.mountedAt,
    to: to ?? FOREVER,
  };
}

/** The samples between the resting points around what came late; the chunks grow until both are found. */
async function windowOf(tx: Db, watch: Watch, touched: { earliest: number; latest: number }) {
  for (let limit = FIRST_CHUNK; ; limit *= 4) {
    const before = await findSamples(tx, watch.probeId, { before: touched.earliest }, limit);
    const after = await findSamples(tx, watch.probeId, { from: touched.earliest }, limit);
    const series = [...before.reverse(), ...after].filter((sample) => sample.at >= watch.mountedAt);
    const { from, to } = rejudgeWindow(watch.rule, series, touched);
    const reachesStart = from !== null || before.length < limit;
    const reachesEnd = to !== null || after.length < limit;
    if (reachesStart && reachesEnd) return { from, to, samples: within(series, from, to) };
  }
}

const within = (samples: readonly Sample[], from: number | null, to: number | null) =>
  samples.filter(({ at }) => (from === null || at >= from) && (to === null || at <= to));

/** Makes the stored exceptions equal to the findings, and plans the notices of new ones. */
async function record(tx: Db, findings: readonly Finding[], now: number): Promise<ExceptionChange[]> {
  const touched = findings.filter(({ from, to }) => to > from);
  if (touched.length === 0) return [];
  const stored = grouped(
    await findExcursions(
      tx,
      touched.map(({ watch, from, to }) => ({ probeId: watch.probeId, conditionId: watch.conditionId, from, to })),
    ),
    keyOf,
  );
  const withdrawals: { id: number; mergedIntoId: number | null }[] = [];
  const updates: { id: number; excursion: Excursion }[] = [];
  const inserts: NewException[] = [];
  for (const { watch, excursions } of touched) {
    for (const action of reconcile<number>(stored.get(keyOf(watch)) ?? [], excursions)) {
      if (action.type === "withdraw") withdrawals.push(action);
      else if (action.type === "update") updates.push(action);
      else if (isRaisable(watch, action.excursion, now)) {
        inserts.push({ watch, excursion: action.excursion, isDetectedLate: isDetectedLate(action.excursion, now) });
      }
    }
  }
  const changes = [
    ...(await withdrawExcursions(tx, withdrawals, now)),
    ...(await updateExcursions(tx, endedFirst(updates))),
  ];
  const opened = await insertExcursions(
    tx,
    inserts.toSorted((a, b) => openLast(a.excursion, b.excursion)),
  );
  await planNotices(
    tx,
    opened.map((change) => change.id),
  );
  return [...changes, ...opened];
}

const keyOf = ({ probeId, conditionId }: Pick<Stored, "probeId" | "conditionId">) => `${probeId}:${conditionId}`;
const openLast = (a: Excursion, b: Excursion) => Number(a.endedAt === null) - Number(b.endedAt === null);
const endedFirst = (rows: { id: number; excursion: Excursion }[]) =>
  rows.toSorted((a, b) => openLast(a.excursion, b.excursion));

/**
 * Ends what goes on where nobody watches any more, in the caller's transaction, which holds the customer. What people
 * have done about it, from acknowledging to closing, stays theirs.
 */
export const endWatch = (tx: Db, what: Unwatched, now: number): Promise<ExceptionChange[]> => endAllOf(tx, what, now);

/** Tells the open consoles, after the commit. */
export const announceExceptions = (changes: readonly ExceptionChange[]): Promise<void> =>
  liveBus().publish(
    changes.map(({ customerId, ...data }) => ({ type: "exception", customerId, carrierId: data.carrierId, data })),
  );
