import "server-only";
import { AppError, conflict } from "@/lib/errors";
import type { Db, OperationContext } from "@/lib/operation/context";
import { defineOperation } from "@/lib/operation/define-operation";
import { ById } from "@/lib/resource/by-id";
import { retentionHorizon } from "../retention/service";
import { invalidRuleStore } from "./invalid.data";
import type { InvalidRuleDto } from "./invalid.schema";
import { countWould } from "./preview.service";
import { findRule, lockRule, type RunningRule, saveRun } from "./run.data";
import { RunInput, type RunPreviewDto } from "./run.schema";

const AUDIT = { entity: "invalidRule", id: ({ id }: InvalidRuleDto) => id };

/** Counts the stored readings since an instant that a rule would match. */
export const previewRun = defineOperation({
  name: "invalidRule.preview",
  kind: "query",
  permission: "editExRule",
  input: RunInput,
  async run(ctx, { id, from }): Promise<RunPreviewDto> {
    const span = await spanOf(ctx, ctx.db, id, from);
    return countWould(ctx.db, (await findRule(ctx.db, id)) as RunningRule, span);
  },
});

/** Starts a run in the worker that applies a rule to the readings since an instant, in parts. */
export const applyRule = defineOperation({
  name: "invalidRule.apply",
  kind: "mutation",
  permission: "editExRule",
  input: RunInput,
  async run(ctx, { id, from: wanted }): Promise<InvalidRuleDto> {
    const { from } = await spanOf(ctx, ctx.tx, id, wanted);
    await lockRule(ctx.tx, id, "share");
    const dto = await invalidRuleStore.get(ctx, id);
    if (!dto.isEnabled) throw conflict("id", "isDisabled", "the rule is off");
    await saveRun(ctx.tx, id, { from, until: ctx.now, requestedBy: userOf(ctx), now: ctx.now });
    ctx.audit({ customerId: dto.customerId, new: { from: new Date(from).toISOString() } });
    return dto;
  },
  audit: AUDIT,
});

/** Starts a run that restores all readings that a disabled rule has invalidated. */
export const giveBack = defineOperation({
  name: "invalidRule.giveBack",
  kind: "mutation",
  permission: "editExRule",
  input: ById,
  async run(ctx, { id }): Promise<InvalidRuleDto> {
    await invalidRuleStore.get(ctx, id);
    await beginGivingBack(ctx, ctx.tx, id);
    const dto = await invalidRuleStore.get(ctx, id);
    if (dto.isEnabled) throw conflict("id", "isOn", "the rule is on and would take them again");
    ctx.audit({ customerId: dto.customerId, new: { givesBack: true } });
    return dto;
  },
  audit: AUDIT,
});

/** Margin for device clocks that are ahead: such readings are restored too. */
const AHEAD_MS = 3_600_000;

/**
 * Starts a run that restores what a rule has invalidated, after all ingest transactions that apply the rule have ended.
 * The rule may be deleted in the same transaction. The caller has checked that it is in scope.
 */
export async function beginGivingBack(ctx: OperationContext, tx: Db, id: number): Promise<void> {
  await lockRule(tx, id, "update");
  const until = new Date(ctx.now.getTime() + AHEAD_MS);
  await saveRun(tx, id, { from: 0, until, requestedBy: userOf(ctx), now: ctx.now, givesBack: true });
}

const userOf = ({ actor }: OperationContext) => (actor.type === "user" ? actor.principal.user.id : null);

/** Span of a run, limited by retention. */
async function spanOf(ctx: OperationContext, db: Db, id: number, from: number) {
  const now = ctx.now.getTime();
  const { customerId } = await invalidRuleStore.get(ctx, id);
  if (from >= now) {
    const message = "must lie in the past";
    throw new AppError("INVALID", `from: ${message}`, { issues: [{ path: "from", rule: "past", message }] });
  }
  return { from: Math.max(from, await retentionHorizon(db, customerId, now)), to: now };
}
