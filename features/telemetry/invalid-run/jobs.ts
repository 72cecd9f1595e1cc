import "server-only";
import { z } from "zod";
import { transaction } from "@/db/client";
import { defineJob, type JobContext } from "@/lib/queue/define-job";
import { deleteInvalid } from "../restate/data";
import { announceRestatement, type Moves, type Restatement, restate } from "../restate/operations";
import { retentionHorizon } from "../retention/operations";
import { findMembers } from "../sift/data";
import { markedBy } from "../sift/operations";
import { settle } from "../sift/rules";
import {
  findChunkEnd,
  findRuledProbe,
  findRunning,
  findTaken,
  finishRun,
  type RuledProbe,
  type Run,
  type RunningRule,
  saveProgress,
  takeRun,
} from "./data";

/** So many readings one transaction takes at most, and looks at for jumps: it holds its probe for well under a second. */
const PART = 2000;

/**
 * Applies rules to what is stored, a part at a time: what was done and how far it has come are written together, so that
 * whoever is killed leaves nothing half done, and the next goes on from there.
 */
export const applyInvalidRules = defineJob({
  name: "telemetry.applyInvalidRules",
  payload: z.object({}),
  everySeconds: 10,
  async run(_payload, ctx) {
    for (const ruleId of await findRunning(ctx.db)) {
      while (!ctx.signal.aborted && (await applyPart(ctx.db, ruleId)));
    }
  },
});

type Part = { restatement: Restatement; place: { customerId: number; carrierId: number | null } };

/** Whether there is more to do. Each part judges by its own clock: a run may last for hours. */
async function applyPart(db: JobContext["db"], ruleId: number): Promise<boolean> {
  const now = new Date();
  const part = await transaction(db, async (tx): Promise<Part | null> => {
    const taken = await takeRun(tx, ruleId);
    if (!taken) return null;
    const { rule } = taken;
    const fromAt = Math.max(taken.run.fromAt, await retentionHorizon(tx, rule.customerId, now.getTime()));
    const run = { ...taken.run, fromAt };
    const probe = rule.isEnabled ? await findRuledProbe(tx, rule, run) : null;
    if (!probe) {
      await finishRun(tx, ruleId, now);
      return null;
    }
    let next: number | null = null;
    const restatement = await restate(tx, probe, now.getTime(), async () => {
      const found = rule.kind === "jump" ? await jumps(tx, rule, probe, run) : await values(tx, rule, probe, run);
      next = found.next;
      return found.moves;
    });
    const { marked } = restatement.moves;
    await saveProgress(tx, ruleId, { probeId: probe.id, at: next, taken: marked.length });
    return { restatement, place: { customerId: rule.customerId, carrierId: probe.carrierId } };
  });
  if (part) await announceRestatement(part.restatement, part.place);
  return part !== null;
}

type Tx = JobContext["db"];
/** `next`: from where on the probe has more; null: it is through. */
type Found = { moves: Moves; next: number | null };

const reachOf = (run: Run) => ({ from: run.at ?? run.fromAt, to: run.untilAt, limit: PART });

async function values(tx: Tx, rule: RunningRule, { id }: RuledProbe, run: Run): Promise<Found> {
  const found = await findTaken(tx, rule, id, reachOf(run));
  const marked = found.map((one) => markedBy(rule, id, one));
  return { moves: { marked, back: [] }, next: found.length < PART ? null : (found.at(-1)?.at ?? null) };
}

async function jumps(tx: Tx, rule: RunningRule, { id: probeId }: RuledProbe, run: Run): Promise<Found> {
  const reach = reachOf(run);
  const end = await findChunkEnd(tx, probeId, reach);
  if (end === null) return { moves: { marked: [], back: [] }, next: null };
  const members = (await findMembers(tx, [{ probeId, from: reach.from, to: end }])).get(probeId) ?? [];
  const touched = members.flatMap(({ at }) => (at >= reach.from && at <= end ? [at] : []));
  const verdicts = settle(rule.ratePerMinute ?? Number.POSITIVE_INFINITY, members, touched);
  const marked = verdicts.filter(({ isJump }) => isJump).map((one) => markedBy(rule, probeId, one));
  const back = verdicts.filter(({ isJump }) => !isJump).map(({ at, value }) => ({ probeId, at, value }));
  await deleteInvalid(tx, back);
  return { moves: { marked, back }, next: end + 1 };
}
