import "server-only";
import { judgePower } from "@/features/alarm/connection/operations";
import { powerAmong } from "@/features/alarm/connection/rules";
import { arrivalsOf } from "@/features/alarm/evaluation/evaluation.rules";
import type { Arrival, ExceptionChange } from "@/features/alarm/evaluation/evaluation.schema";
import {
  doorDependentProbes,
  evaluateReadings,
  saveMachineState,
} from "@/features/alarm/evaluation/evaluation.service";
import { forgetHours } from "@/features/observation/observation.service";
import { grouped } from "@/lib/grouped";
import type { LiveEvent } from "@/lib/live/bus";
import { liveBus } from "@/lib/live/live";
import type { Db } from "@/lib/operation/context";
import { findOff, insertReadings, lockProbeStates, type ProbeState } from "../ingest/ingest.data";
import type { Newest } from "../ingest/latest.rules";
import { findMembers, findProbeRules, findUnconfirmed } from "../ingest/validation.data";
import { judgeJumps, NO_RULES, type ProbeRules, rateOf, type Sample, spansAround } from "../ingest/validation.rules";
import { markedBy } from "../ingest/validation.service";
import {
  type Corrected,
  deleteInvalid,
  deleteReadings,
  findLastHour,
  insertInvalid,
  type Marked,
  noteCorrected,
  recomputeHours,
  type Stored,
  saveNewest,
} from "./correction.data";
import { newestOf, touchedOf } from "./correction.rules";

/**
 * Removes readings that have turned out to be jumps and recomputes their hours. Returns the newest values of the probes
 * that lost theirs. For the ingest, which has stored its new values by then.
 */
export async function withdraw(tx: Db, withdrawn: readonly Marked[], now: number): Promise<Map<number, Newest>> {
  if (withdrawn.length === 0) return new Map();
  await deleteReadings(tx, withdrawn);
  await insertInvalid(tx, withdrawn, now);
  await recount(tx, withdrawn);
  const probeIds = [...new Set(withdrawn.map(({ probeId }) => probeId))];
  await noteCorrected(tx, probeIds);
  return newestOfAll(tx, probeIds);
}

async function newestOfAll(tx: Db, probeIds: readonly number[]): Promise<Map<number, Newest>> {
  const samples = grouped(await findLastHour(tx, probeIds), ({ probeId }) => probeId);
  return new Map(probeIds.map((probeId) => [probeId, newestOf(probeId, samples.get(probeId) ?? [])]));
}

/**
 * What leaves a probe's readings (`marked`), and what returns to them (`back`): deleted from the invalid ones, or
 * restored.
 */
export type Moves = { marked: readonly Marked[]; back: readonly Stored[] };

/** `newest`: the probe's newest value with its unconfirmed one, if either has changed. */
export type Correction = {
  moves: Moves;
  changes: ExceptionChange[];
  newest: (Newest & { unconfirmed?: Sample }) | null;
};

/**
 * Moves readings of one probe between valid and invalid under its lock; `decide` selects them from what is stored by
 * then. Also re-evaluates adjacent jumps, the hours, the newest value and the alarms over the span, in the caller's
 * transaction.
 */
export async function correctReadings(
  tx: Db,
  probe: Corrected,
  now: number,
  decide: (rules: ProbeRules) => Promise<Moves>,
): Promise<Correction> {
  // Which readings change is decided under the lock, so the door counts since ever.
  const beside = await doorDependentProbes(tx, probe.measure === "door" ? [{ doorId: probe.id, from: 0 }] : []);
  const ids = [...new Set([probe.id, ...beside.map(({ probeId }) => probeId)])].sort((a, b) => a - b);
  const states = await lockProbeStates(tx, ids);
  const rules = (await findProbeRules(tx, [probe.id])).get(probe.id) ?? NO_RULES;
  const heldBefore = (await findUnconfirmed(tx, [probe.id])).get(probe.id);
  const moves = await decide(rules);
  await deleteReadings(tx, moves.marked);
  await insertInvalid(tx, moves.marked, now);
  await insertReadings(tx, columnsOf(moves.back));
  const settled = await judgeNeighbours(tx, probe, rules, [...moves.marked, ...moves.back], now);
  const touched = [...moves.marked, ...moves.back, ...settled];
  if (touched.length === 0) return { moves, changes: [], newest: null };
  await recount(tx, touched);
  const changes = await judgeAgain(tx, probe, arrivalsOf([], states, beside, touchedOf(touched)), now);
  const before = states.get(probe.id) as ProbeState;
  const newest = (await newestOfAll(tx, [probe.id])).get(probe.id) as Newest;
  const isNews = newest.lastAt !== before.lastAt || newest.lastValue !== before.lastValue;
  if (isNews) await saveNewest(tx, [newest]);
  await noteCorrected(tx, [probe.id]);
  const unconfirmed = (await findUnconfirmed(tx, [probe.id])).get(probe.id);
  const isShown = isNews || unconfirmed?.at !== heldBefore?.at;
  return { moves, changes, newest: isShown ? { ...newest, ...(unconfirmed && { unconfirmed }) } : null };
}

/** Recomputes the roll-ups of these hours and invalidates their time-weighted sums, which are computed later. */
async function recount(tx: Db, rows: readonly { probeId: number; at: number }[]): Promise<void> {
  await recomputeHours(tx, rows);
  const spans = [...touchedOf(rows)].map(([probeId, { earliest, latest }]) => ({
    probeId,
    from: earliest,
    to: latest,
  }));
  await forgetHours(tx, spans);
}

/** A disabled device raises no alarm and has no open ones: its state machines were reset and stay so. */
async function judgeAgain(tx: Db, { deviceId }: Corrected, arrivals: readonly Arrival[], now: number) {
  if ((await findOff(tx, [deviceId])).size > 0) return [];
  const { judged, changes } = await evaluateReadings(tx, arrivals, now);
  await saveMachineState(tx, judged);
  const power = powerAmong(
    [],
    new Map(),
    new Map(arrivals.flatMap(({ probeId, again }) => (again ? [[probeId, again]] : []))),
  );
  return [...changes, ...(await judgePower(tx, power, now))];
}

const columnsOf = (rows: readonly Stored[]) => ({
  probeId: rows.map(({ probeId }) => probeId),
  at: rows.map(({ at }) => at),
  value: rows.map(({ value }) => value),
});

/** Readings next to the moved ones may be jumps by their new neighbours, or no longer. */
async function judgeNeighbours(
  tx: Db,
  { id: probeId }: Corrected,
  { jump }: ProbeRules,
  moved: readonly Stored[],
  now: number,
): Promise<Stored[]> {
  if (jump === null || moved.length === 0) return [];
  const touched = moved.map(({ at }) => at).sort((a, b) => a - b);
  const spans = spansAround(touched).map((span) => ({ probeId, ...span }));
  const members = (await findMembers(tx, spans)).get(probeId) ?? [];
  const verdicts = judgeJumps(rateOf(jump), members, touched);
  const jumps = verdicts.filter(({ isJump }) => isJump).map((one) => markedBy(jump, probeId, one));
  const back = verdicts.filter(({ isJump }) => !isJump).map(({ at, value }) => ({ probeId, at, value }));
  await deleteReadings(tx, jumps);
  await insertInvalid(tx, jumps, now);
  await deleteInvalid(tx, back);
  await insertReadings(tx, columnsOf(back));
  return [...jumps, ...back];
}

/** Publishes the correction to open consoles; call it after the commit. */
export async function publishCorrection(
  { newest, changes }: Correction,
  place: { customerId: number; carrierId: number | null },
): Promise<void> {
  const events: LiveEvent[] = changes.map(({ customerId, ...data }) => ({
    type: "exception",
    customerId,
    carrierId: data.carrierId,
    data,
  }));
  if (newest) {
    const { probeId, lastAt, lastValue, trend, unconfirmed } = newest;
    const data = { probeId, at: lastAt, value: lastValue, trend, ...(unconfirmed && { unconfirmed }) };
    events.push({ type: "reading", ...place, data: { ...data, isRestated: true } });
    if (place.carrierId !== null) events.push({ type: "state", ...place, data: {} });
  }
  await liveBus().publish(events);
}
