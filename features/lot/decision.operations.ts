import "server-only";
import type { LotDecision, SignatureMeaning } from "@/db/enums";
import { canonicalContent, signRecord } from "@/features/signature/signature.service";
import { visibilityOf } from "@/lib/auth/visibility";
import { conflict } from "@/lib/errors";
import { defineOperation, Refused } from "@/lib/operation/define-operation";
import { ById } from "@/lib/resource/by-id";
import { type DecisionRow, findDecisions, insertDecision, nextDecisionId } from "./decision.data";
import { DecideInput, type DecisionDto, type DraftDto, DraftInput } from "./decision.schema";
import { type Choice, choiceOf, decisionsOf, recordOf } from "./decision.service";
import { getLot, lockLot } from "./lot.data";
import type { LotVerdictDto } from "./lot.schema";
import { figuresOf, givableOf, isRepeated } from "./outcome.rules";
import { verdictFor } from "./verdict.operations";

/** What a signature under a decision means. */
const MEANING: Record<LotDecision, SignatureMeaning> = {
  release: "released",
  discard: "rejected",
  askMaker: "reviewed",
  addBack: "approved",
};

/** How long ago the arithmetic may have been shown. */
const LONGEST_READING_MS = 15 * 60_000;

/** The arithmetic as it is stored with a decision: whole numbers, without what only explains it. */
function arithmeticOf({ verdict, product, outcome }: LotVerdictDto): Record<string, unknown> {
  const { state, reasons, at, from, budget, unobserved, freezing, kinetic } = verdict;
  const { minimum, maximum, isFreezeSensitive, freezeLimit, unobservedMinutes, kineticClass, kineticLimit } = product;
  return {
    ...{ state, reasons, at, from, outcome: outcome.state, figures: figuresOf(verdict) },
    budget: budget.map(({ key, allowedMs, usedMs, addedBackMs }) => ({
      ...{ key, allowedMs, usedMs: Math.round(usedMs), addedBackMs },
    })),
    unobserved: { totalMs: Math.round(unobserved.totalMs), longMs: Math.round(unobserved.longMs) },
    freezing: {
      limit: freezing.limit,
      events: freezing.events.map(({ from: start, to, extreme }) => ({ from: start, to, extreme })),
    },
    kinetic,
    product: { minimum, maximum, isFreezeSensitive, freezeLimit, unobservedMinutes, kineticClass, kineticLimit },
  };
}

/** Throws CONFLICT for a decision that the arithmetic does not permit, or that only repeats the last one. */
function assertPossible(found: LotVerdictDto, choice: Choice, last: DecisionRow | undefined): void {
  const { verdict } = found;
  const { decision, target, minutes } = choice;
  if (isRepeated(choice, last, figuresOf(verdict)))
    throw conflict("decision", "decisionRepeated", "the last decision says the same");
  if (decision === "release" && verdict.reasons.includes("expired"))
    throw conflict("decision", "lotExpired", "an expired lot is not released");
  if (decision === "release" && verdict.reasons.includes("running"))
    throw conflict("decision", "lotRunning", "the excursion is still running");
  if (decision !== "addBack") return;
  const row = givableOf(verdict).find(({ key }) => key === target);
  if (!row) throw conflict("target", "reference", "nothing was used up there");
  if (minutes !== null && minutes > row.minutes)
    throw conflict("minutes", "addBackLimit", `at most ${row.minutes} minutes were used up`, row.minutes);
}

/** Shows what a decision would sign: the arithmetic of this instant, and the hash of the record. */
export const draftDecision = defineOperation({
  name: "lot.draftDecision",
  kind: "query",
  permission: "decideLot",
  input: DraftInput,
  async run(ctx, { id, ...given }): Promise<DraftDto> {
    const found = await verdictFor(ctx, id);
    const choice = choiceOf(given);
    assertPossible(found, choice, (await findDecisions(ctx.db, id))[0]);
    const { contentHash } = canonicalContent(recordOf(0, found.lot, arithmeticOf(found), choice).content);
    return { at: ctx.now.getTime(), contentHash, verdict: found.verdict.state };
  },
});

/** Decides about a lot, by a person's signature. What was shown is computed again; a different result is refused. */
export const decideLot = defineOperation({
  name: "lot.decide",
  kind: "mutation",
  permission: "decideLot",
  input: DecideInput,
  async run(ctx, { id, at, password, totp, contentHash, ...given }): Promise<{ id: number; lotId: number } | Refused> {
    const { customerId } = await lockLot(ctx.tx, ctx.scope, id);
    const now = ctx.now.getTime();
    if (at > now || at < now - LONGEST_READING_MS)
      throw conflict("contentHash", "changedMeanwhile", "the arithmetic was shown too long ago");
    const [last] = await findDecisions(ctx.tx, id);
    // Also the same one, which a bad line has sent twice.
    if (last && last.decidedAt >= at)
      throw conflict("contentHash", "changedMeanwhile", "the lot was decided about since the arithmetic was shown");
    const found = await verdictFor({ ...ctx, now: new Date(at) }, id);
    const choice = choiceOf(given);
    assertPossible(found, choice, last);
    const arithmetic = arithmeticOf(found);
    const decisionId = await nextDecisionId(ctx.tx);
    const signed = await signRecord(ctx, recordOf(decisionId, found.lot, arithmetic, choice), {
      ...{ meaning: MEANING[choice.decision], reason: choice.reason, password, contentHash },
      ...(totp !== undefined && { totp }),
    });
    if (signed instanceof Refused) return signed;
    const userId = ctx.actor.type === "user" ? ctx.actor.principal.user.id : null;
    const verdict = found.verdict.state;
    const row = { ...choice, id: decisionId, customerId, lotId: id, verdict, content: arithmetic, userId };
    await insertDecision(ctx.tx, { ...row, decidedAt: ctx.now });
    ctx.audit({ customerId, new: { ...choice, verdict, contentHash }, reason: choice.reason });
    return { id: decisionId, lotId: id };
  },
  audit: { entity: "lot", id: ({ lotId }) => lotId },
});

/** Lists the decisions about a lot, the latest first. */
export const listDecisions = defineOperation({
  name: "lot.decisions",
  kind: "query",
  permission: "viewLot",
  input: ById,
  run: async (ctx, { id }): Promise<DecisionDto[]> => decisionsOf(ctx, await getLot(ctx.db, visibilityOf(ctx), id)),
});
