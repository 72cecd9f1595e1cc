import "server-only";
import { besideDoors, judgeArrivals, keepMemory } from "@/features/alarm/evaluation/operations";
import { arrivalsOf } from "@/features/alarm/evaluation/rules";
import type { Arrival, ExceptionChange } from "@/features/alarm/evaluation/schema";
import { grouped } from "@/lib/grouped";
import { type LiveEvent, liveBus } from "@/lib/live/live";
import type { Db } from "@/lib/operation/context";
import { findOff, insertReadings, lockProbeStates, type ProbeState } from "../ingest/data";
import type { Newest } from "../newest/rules";
import { findMembers, findProbeRules } from "../sift/data";
import { markedBy } from "../sift/operations";
import { NO_RULES, type ProbeRules, rateOf, settle, spansAround } from "../sift/rules";
import {
  deleteInvalid,
  deleteReadings,
  findLastHour,
  insertInvalid,
  type Marked,
  noteRestated,
  type Restated,
  restateHours,
  type Stored,
  saveNewest,
} from "./data";
import { newestOf, touchedOf } from "./rules";

/**
 * Takes readings away that have turned out to be jumps, and computes the hours that they were in; the newest values of
 * the probes that lost theirs. For the ingest, which has stored what it had to by then.
 */
export async function withdraw(tx: Db, withdrawn: readonly Marked[], now: number): Promise<Map<number, Newest>> {
  if (withdrawn.length === 0) return new Map();
  await deleteReadings(tx, withdrawn);
  await insertInvalid(tx, withdrawn, now);
  await restateHours(tx, withdrawn);
  const probeIds = [...new Set(withdrawn.map(({ probeId }) => probeId))];
  await noteRestated(tx, probeIds);
  return newestOfAll(tx, probeIds);
}

async function newestOfAll(tx: Db, probeIds: readonly number[]): Promise<Map<number, Newest>> {
  const samples = grouped(await findLastHour(tx, probeIds), ({ probeId }) => probeId);
  return new Map(probeIds.map((probeId) => [probeId, newestOf(probeId, samples.get(probeId) ?? [])]));
}

/** What leaves a probe's readings, and what comes back to them: that is among the invalid ones no more, or restored. */
export type Moves = { marked: readonly Marked[]; back: readonly Stored[] };

export type Restatement = { moves: Moves; changes: ExceptionChange[]; newest: Newest | null };

/**
 * Moves readings of one probe between the valid and the invalid ones under its lock: `decide` says which, from what is
 * stored by then. The jumps beside them are settled, the hours computed anew, the newest value, and the alarms over the
 * span, in the caller's transaction.
 */
export async function restate(
  tx: Db,
  probe: Restated,
  now: number,
  decide: (rules: ProbeRules) => Promise<Moves>,
): Promise<Restatement> {
  const beside = await besideDoors(tx, probe.measure === "door" ? [probe.id] : []);
  const ids = [...new Set([probe.id, ...beside.map(({ probeId }) => probeId)])].sort((a, b) => a - b);
  const states = await lockProbeStates(tx, ids);
  const rules = (await findProbeRules(tx, [probe.id])).get(probe.id) ?? NO_RULES;
  const moves = await decide(rules);
  await deleteReadings(tx, moves.marked);
  await insertInvalid(tx, moves.marked, now);
  await insertReadings(tx, columnsOf(moves.back));
  const settled = await settleBeside(tx, probe, rules, [...moves.marked, ...moves.back], now);
  const touched = [...moves.marked, ...moves.back, ...settled];
  if (touched.length === 0) return { moves, changes: [], newest: null };
  await restateHours(tx, touched);
  const changes = await judgeAgain(tx, probe, arrivalsOf([], states, beside, touchedOf(touched)), now);
  const before = states.get(probe.id) as ProbeState;
  const newest = (await newestOfAll(tx, [probe.id])).get(probe.id) as Newest;
  const isNews = newest.lastAt !== before.lastAt || newest.lastValue !== before.lastValue;
  if (isNews) await saveNewest(tx, [newest]);
  await noteRestated(tx, [probe.id]);
  return { moves, changes, newest: isNews ? newest : null };
}

/** What is switched off raises nothing and holds nothing open: its machines have forgotten, and stay so. */
async function judgeAgain(tx: Db, { deviceId }: Restated, arrivals: readonly Arrival[], now: number) {
  if ((await findOff(tx, [deviceId])).size > 0) return [];
  const { judged, changes } = await judgeArrivals(tx, arrivals, now);
  await keepMemory(tx, judged);
  return changes;
}

const columnsOf = (rows: readonly Stored[]) => ({
  probeId: rows.map(({ probeId }) => probeId),
  at: rows.map(({ at }) => at),
  value: rows.map(({ value }) => value),
});

/** Readings beside what has moved may be jumps by their new neighbours, or none any more. */
async function settleBeside(
  tx: Db,
  { id: probeId }: Restated,
  { jump }: ProbeRules,
  moved: readonly Stored[],
  now: number,
): Promise<Stored[]> {
  if (jump === null || moved.length === 0) return [];
  const touched = moved.map(({ at }) => at).sort((a, b) => a - b);
  const spans = spansAround(touched).map((span) => ({ probeId, ...span }));
  const members = (await findMembers(tx, spans)).get(probeId) ?? [];
  const verdicts = settle(rateOf(jump), members, touched);
  const jumps = verdicts.filter(({ isJump }) => isJump).map((one) => markedBy(jump, probeId, one));
  const back = verdicts.filter(({ isJump }) => !isJump).map(({ at, value }) => ({ probeId, at, value }));
  await deleteReadings(tx, jumps);
  await insertInvalid(tx, jumps, now);
  await deleteInvalid(tx, back);
  await insertReadings(tx, columnsOf(back));
  return [...jumps, ...back];
}

/** Tells the open consoles, after the commit. */
export async function announceRestatement(
  { newest, changes }: Restatement,
  place: { customerId: number; carrierId: number | null },
): Promise<void> {
  const events: LiveEvent[] = changes.map(({ customerId, ...data }) => ({
    type: "exception",
    customerId,
    carrierId: data.carrierId,
    data,
  }));
  if (newest) {
    const data = { probeId: newest.probeId, at: newest.lastAt, value: newest.lastValue, trend: newest.trend };
    events.push({ type: "reading", ...place, data: { ...data, isRestated: true } });
  }
  await liveBus().publish(events);
}
