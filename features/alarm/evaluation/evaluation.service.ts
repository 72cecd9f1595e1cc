import "server-only";
import { grouped } from "@/lib/grouped";
import { liveBus } from "@/lib/live/live";
import type { Db } from "@/lib/operation/context";
import { sideBySide } from "@/lib/side-by-side";
import { cumulativeSettlingMs } from "../condition/cumulative.rules";
import { sideOf, thresholdsOf } from "../condition/range.rules";
import { lasting } from "../condition/state.rules";
import {
  findDoorDependentProbes,
  findOpenSpans,
  findSamples,
  findWatches,
  saveAlarms,
  type TouchedDoor,
} from "./evaluation.data";
import {
  CLOCK_GRACE_MS,
  dueAtOf,
  type FormerWatch,
  isFormer,
  isMovedSince,
  judgedAgain,
  judgedFormer,
  judgedInOrder,
  judgeInOrder,
  lateOf,
  letElapse,
  sinceMounting,
  stateOf,
  touchedBy,
  touchedOfFormer,
} from "./evaluation.rules";
import type { Arrival, ExceptionChange, Judged, Watch } from "./evaluation.schema";
import {
  isAlarmed,
  isLateFor,
  isOfKind,
  judge,
  type MachineRule,
  type MachineState,
  openSince,
  windowFor,
} from "./machine.rules";
import { endAllOf, endOrphaned, findExcursions, type Pair, type Unwatched } from "./record.data";
import { type Finding, roundsOf } from "./record.rules";
import { recordFindings } from "./record.service";
import type { Sample } from "./statistics.rules";

const FIRST_CHUNK = 500;
/** Conditions evaluated concurrently, so that those that load stored readings do not wait for each other. */
const AT_ONCE = 32;
const FOREVER = Date.UTC(9999, 0, 1);

/** The finding of a condition at a probe. */
type ProbeFinding = Finding & { watch: Watch };

type Judgement = { judged: Map<number, Judged>; changes: ExceptionChange[] };

/**
 * Evaluates new values that are already stored, in the caller's transaction and under its lock of the probes: runs the
 * conditions, records exceptions and plans notices. Part of the intake of readings, not an operation.
 */
export async function evaluateReadings(tx: Db, arrivals: readonly Arrival[], now: number): Promise<Judgement> {
  const touched = arrivals.flatMap((arrival) => {
    const span = touchedBy(arrival);
    return span ? [{ probeId: arrival.probeId, ...span }] : [];
  });
  const watches = await watchesOf(tx, arrivals, touched);
  const watchedOf = ({ probeId }: Arrival) => watches.get(probeId) ?? [];
  const presentOf = (arrival: Arrival) => watchedOf(arrival).filter((watch) => !isFormer(watch));
  const orphaned = arrivals.flatMap((arrival) => orphanedOf(arrival, presentOf(arrival)));
  const asked = arrivals.flatMap((arrival) => presentOf(arrival).map((watch) => ({ watch, arrival })));
  const findings = await sideBySide(asked, AT_ONCE, ({ watch, arrival }) =>
    find(tx, watch, sinceMounting(watch, arrival), now),
  );
  const past = arrivals.flatMap((arrival) =>
    watchedOf(arrival)
      .filter(isFormer)
      .map((watch) => ({ watch, arrival })),
  );
  const found = (await sideBySide(past, AT_ONCE, (one) => findFormer(tx, one.watch, one.arrival, now))).flat();
  const changes = await endOrphaned(tx, orphaned, now);
  for (const round of roundsOf([...findings, ...found])) changes.push(...(await recordFindings(tx, round, now)));
  return { judged: memoryOf(arrivals, findings), changes };
}

/** Applies timeouts to probes whose excursions wait for the end of their delay. */
export async function evaluateTimeouts(
  tx: Db,
  waiting: readonly { probeId: number; alarm: Record<string, unknown> }[],
  now: number,
): Promise<Judgement> {
  const watches = await watchesOf(tx, waiting, []);
  const orphaned = waiting.flatMap((one) => orphanedOf({ ...one, lastAt: null }, watches.get(one.probeId) ?? []));
  const findings: ProbeFinding[] = [];
  for (const { probeId, alarm } of waiting) {
    for (const watch of watches.get(probeId) ?? []) findings.push(await letPass(tx, watch, alarm, now));
  }
  const ended = await endOrphaned(tx, orphaned, now);
  const changes = await recordFindings(tx, findings, now);
  return { judged: memoryOf(waiting, findings), changes: [...ended, ...changes] };
}

async function letPass(tx: Db, watch: Watch, alarm: Record<string, unknown>, now: number): Promise<ProbeFinding> {
  const until = now - CLOCK_GRACE_MS;
  const isNew = watch.rule.kind === "state" && !(watch.conditionId in alarm);
  const seen = isNew ? await lastOf(tx, watch, until) : null;
  const known = seen ? judge(watch.rule, stateOf(alarm, watch), [seen]).state : stateOf(alarm, watch);
  return { watch, ...letElapse(watch, known, until), openBefore: openSince(stateOf(alarm, watch)) };
}

/** The last door or power value, dated `now` at the earliest: the start value of a condition that is new since. */
async function lastOf(tx: Db, watch: Watch, now: number): Promise<Sample | null> {
  const [last] = await findSamples(tx, watch.probeId, { before: FOREVER }, 1);
  return last && last.at >= watch.mountedAt ? { at: Math.max(last.at, now), value: last.value } : null;
}

/** The probes whose delay depends on one of these doors. Lock them with the doors before anything is stored. */
export const doorDependentProbes = (
  tx: Db,
  doors: readonly TouchedDoor[],
): Promise<{ doorId: number; probeId: number }[]> =>
  doors.length === 0 ? Promise.resolve([]) : findDoorDependentProbes(tx, doors);

/** Stores the machine states of probes from which nothing arrived. */
export const saveMachineState = (tx: Db, judged: ReadonlyMap<number, Judged>): Promise<void> =>
  saveAlarms(
    tx,
    [...judged].map(([probeId, one]) => ({ probeId, ...one })),
  );

async function watchesOf(
  tx: Db,
  probes: readonly { probeId: number }[],
  touched: Parameters<typeof findWatches>[2],
): Promise<Map<number, Watch[]>> {
  const found = await findWatches(
    tx,
    probes.map(({ probeId }) => probeId),
    touched,
  );
  return grouped(found, (watch) => watch.probeId);
}

/** The machine states by condition after the findings. States of conditions no longer in force are dropped. */
function memoryOf(probes: readonly { probeId: number }[], findings: readonly ProbeFinding[]): Map<number, Judged> {
  const alarms = new Map(probes.map(({ probeId }): [number, Record<string, unknown>] => [probeId, {}]));
  const held = new Map<number, number>();
  for (const { watch, state, heldUntil } of findings) {
    (alarms.get(watch.probeId) ?? {})[watch.conditionId] = state;
    if (heldUntil !== undefined) held.set(watch.probeId, Math.min(heldUntil, held.get(watch.probeId) ?? heldUntil));
  }
  return new Map([...alarms].map(([probeId, alarm]) => [probeId, { alarm, dueAt: dueAtOf(alarm, held.get(probeId)) }]));
}

/**
 * The open alarms of a probe that no condition covers any more: its trigger was switched off or replaced, the kind of
 * its condition changed, or the probe was moved.
 */
function orphanedOf({ probeId, alarm, lastAt }: Omit<Arrival, "samples">, watched: readonly Watch[]): Pair[] {
  const followed = (id: string) =>
    watched.some(
      (watch) =>
        watch.conditionId === Number(id) && !isMovedSince(watch, lastAt) && isOfKind(watch.rule.kind, alarm[id]),
    );
  return Object.entries(alarm)
    .filter(([id, state]) => isAlarmed(state) && !followed(id))
    .map(([id]) => ({ probeId, conditionId: Number(id) }));
}

async function find(tx: Db, given: Watch, arrival: Arrival, now: number): Promise<ProbeFinding> {
  const late = lateOf(given, arrival);
  const before = stateOf(arrival.alarm, given);
  if (late === null) {
    const watch = await withDoors(tx, given, arrival.samples);
    const judged = judgedInOrder(judgeInOrder(watch, arrival, now));
    return { watch: given, ...judged, openBefore: openSince(before) };
  }
  if (await changesNothing(tx, given, arrival))
    return { watch: given, ...judgedInOrder({ state: before, excursions: [] }) };
  const part = await windowOf(tx, given, late);
  const watch = await withDoors(tx, given, part.samples);
  const takenFrom = arrival.again?.earliest ?? null;
  const judged = judgedAgain(watch.rule, part, { before, mountedAt: given.mountedAt, takenFrom }, now);
  const { state } = judged;
  const lasts = given.rule.kind === "state" && "phase" in state && lasting(given.rule, state) !== null;
  return {
    watch: given,
    ...judged,
    openBefore: openSince(before),
    // A state that lasts beyond the window may still wait for its pause to end: the sweep must check it.
    ...(judged.again === null && lasts && { heldUntil: now }),
  };
}

/** The finding of a condition at a former mounting: what belongs to it is always late. Empty if nothing does. */
async function findFormer(tx: Db, given: FormerWatch, arrival: Arrival, now: number): Promise<ProbeFinding[]> {
  const touched = touchedOfFormer(given, arrival);
  if (touched === null) return [];
  const part = await windowOf(tx, given, touched);
  const { rule } = await withDoors(tx, given, part.samples);
  return [{ watch: given, ...judgedFormer({ ...given, rule }, part, touched.takenFrom, now) }];
}

/**
 * Whether late readings leave a cumulative condition unchanged: they, those between them and the one before are all
 * inside the limits, and none of its exceptions covers their span. Saves the window, whose resting point may be a month
 * back.
 */
async function changesNothing(tx: Db, { probeId, carrierId, conditionId, mountedAt, rule }: Watch, arrival: Arrival) {
  const state = arrival.alarm[conditionId];
  const [first, last] = [arrival.samples[0], arrival.samples.at(-1)];
  if (arrival.again || rule.kind !== "cumulative" || !isOfKind(rule.kind, state) || isAlarmed(state) || !first || !last)
    return false;
  if (isLateFor(state as MachineState, null, first.at) || last.at >= (arrival.lastAt ?? 0)) return false;
  const isInside = ({ value }: Sample) => sideOf(thresholdsOf(rule), value) === null;
  if (!arrival.samples.every(isInside)) return false;
  const before = await findSamples(tx, probeId, { before: first.at }, 1);
  const since = await findSamples(tx, probeId, { from: first.at }, FIRST_CHUNK);
  const reachesEnd = since.some(({ at }) => at > last.at);
  const around = [...before.filter(({ at }) => at >= mountedAt), ...since.filter(({ at }) => at <= last.at)];
  if (!reachesEnd || !around.every(isInside)) return false;
  const span = { probeId, carrierId, conditionId, kind: rule.kind, from: first.at, to: last.at + 1, since: mountedAt };
  return (await findExcursions(tx, [span])).length === 0;
}

/** The samples between the resting points around the touched span; the chunks grow until both are found. */
async function windowOf(tx: Db, watch: Watch, touched: { earliest: number; latest: number }) {
  for (let limit = Math.max(FIRST_CHUNK, countWithin(watch.rule)); ; limit *= 4) {
    const [before, after] = await Promise.all([
      findSamples(tx, watch.probeId, { before: touched.earliest }, limit),
      findSamples(tx, watch.probeId, { from: touched.earliest }, limit),
    ]);
    const until = watch.unmountedAt ?? FOREVER;
    const loaded = [...before.reverse(), ...after];
    const samples = loaded.filter(({ at }) => at >= watch.mountedAt && at < until);
    const window = windowFor(watch.rule, samples, touched);
    const reachesStart = window.from !== null || before.length < limit || (loaded[0]?.at ?? 0) < watch.mountedAt;
    const reachesEnd = window.to !== null || after.length < limit || (after.at(-1)?.at ?? 0) >= until;
    if (reachesStart && reachesEnd) return { window, samples };
  }
}

/**
 * Readings likely to reach back to the resting point of a cumulative condition: those of its settling time plus a tenth
 * (`maximumStepMs` is twice the report interval).
 */
const countWithin = (rule: MachineRule) =>
  rule.kind === "cumulative" ? Math.ceil((2.2 * cumulativeSettlingMs(rule)) / Math.max(1000, rule.maximumStepMs)) : 0;

/** The condition with the carrier's door spans, if its delay depends on them and a value is out of range. */
async function withDoors(tx: Db, watch: Watch, samples: readonly Sample[]): Promise<Watch> {
  const { rule } = watch;
  if (!("door" in rule) || !rule.door) return watch;
  const thresholds = thresholdsOf(rule);
  const outside = samples.filter(({ value }) => sideOf(thresholds, value) !== null);
  const first = outside[0];
  if (!first) return watch;
  const { delaySeconds } = rule.door;
  const last = outside.at(-1) ?? first;
  const open = await findOpenSpans(tx, watch.carrierId, first.at - delaySeconds * 1000, last.at);
  return { ...watch, rule: { ...rule, door: { delaySeconds, open } } satisfies MachineRule };
}

/**
 * Ends open exceptions of what is no longer monitored, in the caller's transaction, which has locked the customer.
 * Acknowledgement, handling and closing by users are unaffected.
 */
export const endWatch = (tx: Db, what: Unwatched, now: number): Promise<ExceptionChange[]> => endAllOf(tx, what, now);

/** Publishes to open consoles; call after the commit. */
export const publishExceptions = (changes: readonly ExceptionChange[]): Promise<void> =>
  liveBus().publish(
    changes.map(({ customerId, ...data }) => ({ type: "exception", customerId, carrierId: data.carrierId, data })),
  );
