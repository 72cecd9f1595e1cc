import "server-only";
import { lockActiveCustomer } from "@/lib/auth/lock-customer";
import { visibilityOf } from "@/lib/auth/visibility";
import { visibleCustomers } from "@/lib/auth/visible-customers";
import { AppError } from "@/lib/errors";
import type { OperationContext } from "@/lib/operation/context";
import { defineOperation } from "@/lib/operation/define-operation";
import type { PageContext } from "@/lib/page/define-page";
import { ById } from "@/lib/resource/by-id";
import { readAddress } from "@/lib/resource/list-page";
import type { Page } from "@/lib/resource/list-query";
import {
  findSilences,
  findTargetChoices,
  findTargets,
  getSilence,
  insertSilence,
  lockSilence,
  saveEnd,
} from "./silence.data";
import { issuesOf, keyOf } from "./silence.rules";
import {
  type SilenceChoiceDto,
  SilenceChoiceQuery,
  type SilenceDto,
  SilenceInput,
  SilenceListQuery,
  type SilenceTarget,
} from "./silence.schema";

export const listSilences = defineOperation({
  name: "alarmSilence.list",
  kind: "query",
  permission: "viewAlarmSilence",
  input: SilenceListQuery,
  run: (ctx, query): Promise<Page<SilenceDto>> => findSilences(ctx.db, visibilityOf(ctx), query, ctx.now),
});

export const getAlarmSilence = defineOperation({
  name: "alarmSilence.get",
  kind: "query",
  permission: "viewAlarmSilence",
  input: ById,
  run: (ctx, { id }): Promise<SilenceDto> => getSilence(ctx.db, visibilityOf(ctx), id, ctx.now),
});

/** Possible targets of a silence: nodes, carriers and triggers. */
export const chooseSilenceTarget = defineOperation({
  name: "alarmSilence.choice",
  kind: "query",
  permission: "newAlarmSilence",
  input: SilenceChoiceQuery,
  run: (ctx, query): Promise<SilenceChoiceDto[]> => findTargetChoices(ctx.db, visibilityOf(ctx), query),
});

const userOf = ({ actor }: OperationContext) => (actor.type === "user" ? actor.principal.user.id : null);

/**
 * Creates a silence that suppresses the alarms of nodes, carriers or triggers, from now or a later time until an end.
 * Silences may overlap and are independent. What is out of range when the last of them ends raises an alarm then, as
 * after a pause.
 */
export const createSilence = defineOperation({
  name: "alarmSilence.create",
  kind: "mutation",
  permission: "newAlarmSilence",
  input: SilenceInput,
  async run(ctx, { targets, reason, ...wish }): Promise<SilenceDto> {
    const { tx, now } = ctx;
    const visibility = visibilityOf(ctx);
    const startsAt = wish.startsAt ? Date.parse(wish.startsAt) : null;
    const span = { startsAt, endsAt: Date.parse(wish.endsAt) };
    const issues = issuesOf(span, now.getTime());
    if (issues.length > 0)
      throw new AppError("INVALID", issues.map(({ path, message }) => `${path}: ${message}`).join("; "), { issues });
    const found = await findTargets(tx, visibility, targets);
    const customerId = oneCustomer(targets, found);
    await lockActiveCustomer(tx, customerId, "targets");
    const values = {
      customerId,
      startsAt: new Date(Math.max(now.getTime(), startsAt ?? 0)),
      endsAt: new Date(span.endsAt),
      reason,
      createdBy: userOf(ctx),
      createdAt: now,
    };
    const id = await insertSilence(tx, values, targets);
    ctx.audit({
      customerId,
      reason,
      new: {
        startsAt: values.startsAt.toISOString(),
        endsAt: values.endsAt.toISOString(),
        targets: found.map(({ name }) => name),
      },
    });
    return getSilence(tx, visibility, id, now);
  },
  audit: { entity: "alarmSilence", id: ({ id }) => id },
});

/** The customer of all targets. Throws NOT_FOUND for a target that is not visible, INVALID for several customers. */
function oneCustomer(targets: readonly SilenceTarget[], found: Awaited<ReturnType<typeof findTargets>>): number {
  const known = new Set(found.map(keyOf));
  const missing = targets.findIndex((target) => !known.has(keyOf(target)));
  if (missing >= 0) {
    const issue = { path: `targets.${missing}`, rule: "reference", message: "refers to a record that does not exist" };
    throw new AppError("NOT_FOUND", `${issue.path}: not found`, { issues: [issue] });
  }
  const customerIds = new Set(found.map(({ customerId }) => customerId));
  const [customerId] = customerIds;
  if (customerId === undefined || customerIds.size > 1) {
    const issue = { path: "targets", rule: "sameCustomer", message: "must belong to one customer" };
    throw new AppError("INVALID", `targets: ${issue.message}`, { issues: [issue] });
  }
  return customerId;
}

const refuse = (code: "CONFLICT" | "FORBIDDEN", rule: string, message: string) =>
  new AppError(code, message, { issues: [{ path: "id", rule, message }] });

/** Ends a silence before its end, or before its start: alarms are raised again from now on. */
export const endSilence = defineOperation({
  name: "alarmSilence.end",
  kind: "mutation",
  permission: "editAlarmSilence",
  input: ById,
  async run(ctx, { id }): Promise<SilenceDto> {
    const { tx, now, audit } = ctx;
    const visibility = visibilityOf(ctx);
    const before = await lockSilence(tx, visibility, id, now);
    if (before.state === "over" || before.state === "ended")
      throw refuse("CONFLICT", "silenceOver", "the silence is over already");
    if (before.hiddenTargets > 0)
      throw refuse("FORBIDDEN", "silenceFurther", "the silence reaches further than what you may see");
    await saveEnd(tx, id, { endedAt: now, endedBy: userOf(ctx) });
    audit({ customerId: before.customerId, old: { endedAt: null }, new: { endedAt: now.toISOString() } });
    return getSilence(tx, visibility, id, now);
  },
  audit: { entity: "alarmSilence", id: ({ id }) => id },
});

/** The data of the page, the account's rights, and the carriers to which rows may link. */
export async function loadSilenceScreen(ctx: PageContext) {
  const { query, address } = readAddress(ctx, SilenceListQuery);
  const { permissions } = ctx.principal;
  const [page, customers] = await Promise.all([listSilences.call(ctx, query), visibleCustomers(ctx.db, ctx.scope)]);
  const create = permissions.has("newAlarmSilence");
  const [carrier] = query.carrierId
    ? await findTargets(ctx.db, visibilityOf(ctx), [{ kind: "carrier", id: query.carrierId }])
    : [];
  return {
    view: { page, ...address },
    customers,
    carrier: carrier ?? null,
    rights: { create, end: permissions.has("editAlarmSilence"), log: permissions.has("viewSysLog") },
    maySeeCarriers: visibilityOf(ctx).types.length > 0,
  };
}
