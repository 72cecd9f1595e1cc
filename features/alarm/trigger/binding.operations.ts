import "server-only";
import { CARRIER_SUBJECT } from "@/lib/auth/subjects";
import { visibilityOf } from "@/lib/auth/visibility";
import { holds, type OperationContext } from "@/lib/operation/context";
import { defineOperation } from "@/lib/operation/define-operation";
import type { Page } from "@/lib/resource/list-query";
import { findBindable, findBound } from "./binding.data";
import { type BindableDto, BindableQuery, BoundQuery } from "./binding.schema";
import { getTrigger } from "./trigger.data";

/** Whether the actor can bind carriers of any type. */
export const mayBind = (ctx: OperationContext): boolean => holds(ctx, "editCarrier");

const withRights = (ctx: OperationContext, { items, total }: Awaited<ReturnType<typeof findBound>>) => ({
  items: items.map((row) => ({ ...row, mayEdit: holds(ctx, `edit${CARRIER_SUBJECT[row.type]}`) })),
  total,
});

/** The carriers bound to a trigger. */
export const listBound = defineOperation({
  name: "alarmTrigger.carriers",
  kind: "query",
  permission: "viewAlarmTrigger",
  input: BoundQuery,
  async run(ctx, { id, ...query }): Promise<Page<BindableDto>> {
    await getTrigger(ctx.db, ctx.scope, id);
    return withRights(ctx, await findBound(ctx.db, visibilityOf(ctx), id, query));
  },
});

/** The carriers that a trigger can be bound to, each with its present trigger. */
export const listBindable = defineOperation({
  name: "alarmTrigger.candidates",
  kind: "query",
  permission: "viewAlarmTrigger",
  input: BindableQuery,
  async run(ctx, { id, ...query }): Promise<Page<BindableDto>> {
    const { customerId } = await getTrigger(ctx.db, ctx.scope, id);
    return withRights(ctx, await findBindable(ctx.db, visibilityOf(ctx), customerId, query));
  },
});
