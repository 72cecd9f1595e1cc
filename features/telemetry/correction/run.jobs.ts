import "server-only";
import { z } from "zod";
import { transaction } from "@/db/client";
import { defineJob, type JobContext } from "@/lib/queue/define-job";
import { findMembers } from "../ingest/validation.data";
import { judgeJumps, type ProbeRules, rateOf, takenBy, takes } from "../ingest/validation.rules";
import { markedBy } from "../ingest/validation.service";
import { retentionHorizon } from "../retention/service";
import { deleteInvalid, type Stored } from "./correction.data";
import { type Correction, correctReadings, type Moves, publishCorrection } from "./correction.service";
import {
  findChunkEnd,
  findHeld,
  findInvalidatedProbe,
  findMatching,
  findRuledProbe,
  findRunning,
  finishRun,
  lockRun,
  type Reach,
  type RuledProbe,
  type Run,
  type RunningRule,
  removeRun,
  saveProgress,
} from "./run.data";

/** Readings that one transaction moves, or examines for jumps, at most: its probe is locked for well under a second. */
const PART = 2000;

/**
 * Applies rules to stored readings, or restores what they invalidated, in parts. Work and progress are committed
 * together, so a killed worker leaves nothing half done and the next one continues. Runs take turns, and a failing run
 * does not block the others.
 */
export const applyInvalidRules = defineJob({
  name: "telemetry.applyInvalidRules",
  payload: z.object({}),
  everySeconds: 10,
  async run(_payload, ctx) {
    const failures: unknown[] = [];
    let waiting = await findRunning(ctx.db);
    while (waiting.length > 0) {
      const more: number[] = [];
      for (const ruleId of waiting) {
        if (ctx.signal.aborted) return;
        const [part] = await Promise.allSettled([applyPart(ctx.db, ruleId)]);
        if (part.status === "rejected") failures.push(part.reason);
        else if (part.value) more.push(ruleId);
      }
      waiting = more;
    }
    if (failures.length > 0) throw failures.length === 1 ? failures[0] : new AggregateError(failures);
  },
});

type Part = { restatement: Correction; probe: RuledProbe };

/** Runs one part and returns whether more is left. Each part reads the clock again: a run may last for hours. */
async function applyPart(db: JobContext["db"], ruleId: number): Promise<boolean> {
  const now = new Date();
  const part = await transaction(db, async (tx): Promise<Part | null> => {
    const held = await lockRun(tx, ruleId);
    if (!held) return null;
    const { rule, run } = held;
    const probe = await nextProbe(tx, ruleId, held);
    if (!probe) {
      if (rule) await finishRun(tx, ruleId, now);
      else await removeRun(tx, ruleId);
      return null;
    }
    const from = Math.max(run.at ?? run.fromAt, await retentionHorizon(tx, probe.customerId, now.getTime()));
    const reach = { from, to: run.untilAt, limit: PART };
    const progress = { next: null as number | null, taken: 0 };
    const correction = await correctReadings(tx, probe, now.getTime(), async (rules) => {
      const { moves, ...found } = await foundIn(tx, { ruleId, rule: run.givesBack ? null : rule, probe, reach }, rules);
      Object.assign(progress, found);
      return moves;
    });
    await saveProgress(tx, ruleId, { probeId: probe.id, at: progress.next, taken: progress.taken });
    return { restatement: correction, probe };
  });
  if (part) await publishCorrection(part.restatement, part.probe);
  return part !== null;
}

type Tx = JobContext["db"];

/**
 * The probe at which a run continues; null if it is complete, or the rule was enabled or disabled to the contrary
 * meanwhile.
 */
async function nextProbe(tx: Tx, ruleId: number, { rule, run }: { rule: RunningRule | null; run: Run }) {
  if (run.givesBack) return rule?.isEnabled ? null : findInvalidatedProbe(tx, ruleId, run);
  return rule?.isEnabled ? findRuledProbe(tx, rule, run) : null;
}

/** `rule` null: restores all that it has invalidated. */
type Asked = { ruleId: number; rule: RunningRule | null; probe: RuledProbe; reach: Reach };
/** `next`: where the probe continues; null if it is complete. `taken`: what the run counts. */
type Found = { moves: Moves; next: number | null; taken: number };

async function foundIn(tx: Tx, { ruleId, rule, probe, reach }: Asked, rules: ProbeRules): Promise<Found> {
  if (rule) return rule.kind === "jump" ? jumps(tx, rule, probe, reach, rules) : values(tx, rule, probe, reach, rules);
  const held = await findHeld(tx, ruleId, probe.id, reach);
  return { moves: await released(tx, held, rules), next: endOf([held]), taken: held.length };
}

/** The instant up to which all of these lists are complete; null if none was cut off. */
function endOf(lists: readonly (readonly Stored[])[]): number | null {
  const ends = lists.flatMap((list) => (list.length < PART ? [] : [(list.at(-1) as Stored).at]));
  return ends.length > 0 ? Math.min(...ends) : null;
}

/** Readings that a rule releases: another rule matches them, or they become valid. */
async function released(tx: Tx, held: readonly Stored[], rules: ProbeRules): Promise<Moves> {
  const moves = { marked: [] as ReturnType<typeof markedBy>[], back: [] as Stored[] };
  for (const { probeId, at, value } of held) {
    const rule = takenBy(value, rules);
    if (rule) moves.marked.push(markedBy(rule, probeId, { at, value }));
    else moves.back.push({ probeId, at, value });
  }
  await deleteInvalid(tx, moves.back);
  return moves;
}

/** Readings that a rule matches, and those that it has invalidated but no longer matches. */
async function values(tx: Tx, rule: RunningRule, { id }: RuledProbe, reach: Reach, rules: ProbeRules): Promise<Found> {
  const found = await findMatching(tx, rule, id, reach);
  const held = await findHeld(tx, rule.id, id, reach);
  const next = endOf([found, held]);
  const isBefore = ({ at }: Stored) => next === null || at <= next;
  const marked = found.filter(isBefore).map((one) => markedBy(rule, id, one));
  const others = await released(
    tx,
    held.filter((one) => isBefore(one) && !takes(rule, one.value)),
    rules,
  );
  return { moves: { marked: [...marked, ...others.marked], back: others.back }, next, taken: marked.length };
}

async function jumps(tx: Tx, rule: RunningRule, probe: RuledProbe, reach: Reach, rules: ProbeRules): Promise<Found> {
  const probeId = probe.id;
  const end = await findChunkEnd(tx, rule.id, probeId, reach);
  if (end === null) return { moves: { marked: [], back: [] }, next: null, taken: 0 };
  const members = (await findMembers(tx, [{ probeId, first: reach.from, last: end }])).get(probeId) ?? [];
  const touched = members.flatMap(({ at }) => (at >= reach.from && at <= end ? [at] : []));
  const verdicts = judgeJumps(rateOf(rule), members, touched);
  const marked = verdicts.filter(({ isJump }) => isJump).map((one) => markedBy(rule, probeId, one));
  const back = verdicts.filter(({ isJump }) => !isJump).map(({ at, value }) => ({ probeId, at, value }));
  await deleteInvalid(tx, back);
  // Readings invalidated under another kind of the rule do not count as neighbours; they are evaluated once restored.
  const held = await findHeld(tx, rule.id, probeId, { ...reach, to: end + 1 });
  const others = await released(
    tx,
    held.filter(({ kind }) => kind !== "jump"),
    rules,
  );
  const moves = { marked: [...marked, ...others.marked], back: [...back, ...others.back] };
  return { moves, next: end + 1, taken: marked.length };
}
