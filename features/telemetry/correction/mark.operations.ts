import "server-only";
import type { InvalidationAction } from "@/db/enums";
import { AppError } from "@/lib/errors";
import type { Db, OperationContext } from "@/lib/operation/context";
import { defineOperation, type MutationContext } from "@/lib/operation/define-operation";
import { getProbes } from "../ingest/probe.data";
import { type ProbeSpan, spansOf } from "../ingest/probe.rules";
import { retentionHorizon } from "../retention/service";
import type { Stored } from "./correction.data";
import { correctReadings, type Moves, publishCorrection } from "./correction.service";
import { MAXIMUM_MOVED } from "./invalid.rules";
import { findMarkable, findRestorable, getProbe, insertInvalidation, saveRestored } from "./mark.data";
import { type MarkedDto, MarkInput } from "./mark.schema";

const MARKED = { entity: "probe", id: ({ probeId }: MarkedDto) => probeId };

/** Marks readings of a probe as invalid: at most 10,000 at once. */
export const markInvalid = defineOperation({
  name: "invalidReading.mark",
  kind: "mutation",
  permission: "editExRule",
  input: MarkInput,
  run: (ctx, input): Promise<MarkedDto> =>
    move(ctx, "marked", input, async (tx, spans) => {
      const found = atMost(
        await findMarkable(tx, spans, MAXIMUM_MOVED + 1),
        "nothingValid",
        "no valid reading is there",
      );
      const mark = { reason: input.reason, kind: null, ruleId: null, markedBy: userOf(ctx) };
      return { marked: found.map((one) => ({ ...one, ...mark })), back: [] };
    }),
  audit: MARKED,
});

/** Restores invalid readings of a probe, whether a rule or a user invalidated them. No rule invalidates them again. */
export const restoreInvalid = defineOperation({
  name: "invalidReading.restore",
  kind: "mutation",
  permission: "editExRule",
  input: MarkInput,
  run: (ctx, input): Promise<MarkedDto> =>
    move(ctx, "restored", input, async (tx, spans) => {
      const back = atMost(
        await findRestorable(tx, spans, MAXIMUM_MOVED + 1),
        "nothingInvalid",
        "no invalid reading is there",
      );
      await saveRestored(tx, back, userOf(ctx), ctx.now);
      return { marked: [], back };
    }),
  audit: MARKED,
});

const userOf = ({ actor }: OperationContext) => (actor.type === "user" ? actor.principal.user.id : null);

async function move(
  ctx: MutationContext,
  action: InvalidationAction,
  { probeId, from, to, reason }: MarkInput,
  decide: (tx: Db, spans: readonly ProbeSpan[]) => Promise<Moves>,
): Promise<MarkedDto> {
  const { tx, scope } = ctx;
  const now = ctx.now.getTime();
  const [readable] = await getProbes(tx, scope, { probeIds: [probeId] }, { from, to });
  const probe = await getProbe(tx, probeId);
  const horizon = await retentionHorizon(tx, probe.customerId, now);
  if (to <= horizon) throw notKept(horizon);
  const spans = readable ? spansOf([readable], { from: Math.max(from, horizon), to }) : [];
  const correction = await correctReadings(tx, probe, now, () => decide(tx, spans));
  const { marked, back } = correction.moves;
  const count = marked.length + back.length;
  await insertInvalidation(tx, { probeId, action, fromAt: new Date(from), toAt: new Date(to) });
  const span = { from: new Date(from).toISOString(), to: new Date(to).toISOString() };
  ctx.audit({ customerId: probe.customerId, new: { measure: probe.measure, ...span, count }, reason });
  ctx.afterCommit(() => publishCorrection(correction, probe));
  return { probeId, count };
}

function atMost(found: Stored[], rule: string, message: string): Stored[] {
  if (found.length === 0)
    throw new AppError("CONFLICT", `from: ${message}`, { issues: [{ path: "from", rule, message }] });
  if (found.length <= MAXIMUM_MOVED) return found;
  const many = `at most ${MAXIMUM_MOVED} readings at once`;
  throw new AppError("INVALID", `to: ${many}`, {
    issues: [{ path: "to", rule: "tooMany", message: many, limit: MAXIMUM_MOVED }],
  });
}

function notKept(horizon: number): AppError {
  const message = `readings are kept since ${new Date(horizon).toISOString()}`;
  return new AppError("INVALID", `to: ${message}`, { issues: [{ path: "to", rule: "notKept", message }] });
}
