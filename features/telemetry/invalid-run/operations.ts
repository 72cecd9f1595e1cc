import "server-only";
import { AppError } from "@/lib/errors";
import { grouped } from "@/lib/grouped";
import type { Db, OperationContext } from "@/lib/operation/context";
import { defineOperation } from "@/lib/operation/define-operation";
import { invalidRuleStore } from "../invalid/data";
import { COUNTED } from "../invalid/rules";
import type { InvalidRuleDto } from "../invalid/schema";
import { retentionHorizon } from "../retention/operations";
import { findMembers } from "../sift/data";
import { settle } from "../sift/rules";
import { countTaken, findRule, findSuspectHours, type RunningRule, saveRun } from "./data";
import { RunInput, type RunPreviewDto } from "./schema";

/** So many hours are looked into for jumps before the count is left incomplete. */
const HOURS = 2000;
const HOUR_MS = 3_600_000;

/** How many of the stored readings since an instant a rule would take. */
export const previewRun = defineOperation({
  name: "invalidRule.preview",
  kind: "query",
  permission: "editExRule",
  input: RunInput,
  async run(ctx, { id, from }): Promise<RunPreviewDto> {
    const { rule, reach } = await open(ctx, ctx.db, id, from);
    if (rule.kind !== "jump") {
      const count = await countTaken(ctx.db, rule, { ...reach, limit: COUNTED + 1 });
      return { count: Math.min(count, COUNTED), isComplete: count <= COUNTED };
    }
    const hours = await findSuspectHours(ctx.db, rule, { ...reach, limit: HOURS + 1 });
    const count = await countJumps(ctx.db, rule, hours.slice(0, HOURS), reach);
    return { count, isComplete: hours.length <= HOURS };
  },
});

/** Applies a rule to what is stored since an instant, in parts, by the worker. */
export const applyRule = defineOperation({
  name: "invalidRule.apply",
  kind: "mutation",
  permission: "editExRule",
  input: RunInput,
  async run(ctx, { id, from }): Promise<InvalidRuleDto> {
    const dto = await invalidRuleStore.get(ctx, id);
    const { reach } = await open(ctx, ctx.tx, id, from);
    if (!dto.isEnabled) throw isOff();
    const requestedBy = ctx.actor.type === "user" ? ctx.actor.principal.user.id : null;
    await saveRun(ctx.tx, id, { from: reach.from, requestedBy, now: ctx.now });
    ctx.track({ customerId: dto.customerId, new: { from: new Date(reach.from).toISOString() } });
    return dto;
  },
  audit: { entity: "invalidRule", id: ({ id }) => id },
});

/** The rule, and how far back it may go: not beyond what is kept. */
async function open(ctx: OperationContext, db: Db, id: number, from: number) {
  const now = ctx.now.getTime();
  const { customerId } = await invalidRuleStore.get(ctx, id);
  if (from >= now) {
    const message = "must lie in the past";
    throw new AppError("INVALID", `from: ${message}`, { issues: [{ path: "from", rule: "past", message }] });
  }
  const rule = (await findRule(db, id)) as RunningRule;
  return { rule, reach: { from: Math.max(from, await retentionHorizon(db, customerId, now)), to: now } };
}

function isOff(): AppError {
  const message = "the rule is off";
  return new AppError("CONFLICT", `id: ${message}`, { issues: [{ path: "id", rule: "isDisabled", message }] });
}

async function countJumps(
  db: Db,
  { ratePerMinute }: RunningRule,
  hours: readonly { probeId: number; hour: number }[],
  { from, to }: { from: number; to: number },
): Promise<number> {
  let count = 0;
  for (const [probeId, some] of grouped(hours, (one) => one.probeId)) {
    const spans = some.map(({ hour }) => ({
      probeId,
      from: Math.max(hour, from),
      to: Math.min(hour + HOUR_MS, to) - 1,
    }));
    const members = (await findMembers(db, spans)).get(probeId) ?? [];
    const inside = (at: number) => spans.some((span) => at >= span.from && at <= span.to);
    const touched = members.flatMap(({ at }) => (inside(at) ? [at] : []));
    const verdicts = settle(ratePerMinute ?? Number.POSITIVE_INFINITY, members, touched);
    count += verdicts.filter(({ isJump, at }) => isJump && inside(at)).length;
  }
  return count;
}
