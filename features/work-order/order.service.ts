import "server-only";
import type { WorkOrderEventKind, WorkOrderNewsKind } from "@/db/work-order-enums";
import { planOrderNews } from "@/features/notice/order-news.service";
import { lockActiveCustomer } from "@/lib/auth/lock-customer";
import { visibilityOf } from "@/lib/auth/visibility";
import { dayKey } from "@/lib/datetime/zone";
import { AppError } from "@/lib/errors";
import { liveBus } from "@/lib/live/live";
import { holds, type OperationContext } from "@/lib/operation/context";
import type { MutationContext } from "@/lib/operation/define-operation";
import { resolveWriteTarget } from "@/lib/resource/table-store";
import { actsOf, mayAdd, mayChange, type Parties, type Viewer } from "./act.rules";
import { type By, insertEvent } from "./event.data";
import {
  findOpenFor,
  findOrderAbout,
  findTimeZone,
  getOrder,
  insertOrder,
  type LockedOrder,
  lockOrder,
  takenNumbers,
  type WorkOrderRow,
} from "./order.data";
import { causeOf, numberOf } from "./order.rules";
import type { WorkOrderCreate, WorkOrderDto } from "./order.schema";
import { assertAssignable, findGroupsOf, findTarget } from "./person.data";

/** The account of the actor; null for another system and the product itself. */
export const userIdOf = ({ actor }: OperationContext): number | null =>
  actor.type === "user" ? actor.principal.user.id : null;

/** The actor as the timeline names it. */
export const byOf = (ctx: OperationContext): By => {
  const { actor } = ctx;
  if (actor.type === "user") return { id: actor.principal.user.id, name: actor.principal.user.name };
  return { id: null, name: actor.type === "key" ? actor.name : "" };
};

export async function viewerOf(ctx: OperationContext): Promise<Viewer> {
  const userId = userIdOf(ctx);
  return {
    userId,
    groupIds: userId === null ? [] : await findGroupsOf(ctx.db, userId),
    mayHandle: holds(ctx, "handleWorkOrder"),
    mayEdit: holds(ctx, "editWorkOrder"),
  };
}

const partiesOf = ({ state, orderer, assignee, group, acceptor }: WorkOrderRow): Parties => ({
  state,
  ordererId: orderer?.id ?? null,
  assigneeId: assignee?.id ?? null,
  groupId: group?.id ?? null,
  acceptorId: acceptor?.id ?? null,
});

/** The order with what the viewer can do with it. */
export function shownTo(viewer: Viewer, row: WorkOrderRow): WorkOrderDto {
  const parties = partiesOf(row);
  return {
    ...row,
    acts: actsOf(parties, viewer),
    mayChange: mayChange(parties, viewer),
    mayAdd: mayAdd(parties, viewer),
  };
}

export const readOrder = async (ctx: OperationContext, id: number): Promise<WorkOrderDto> =>
  shownTo(await viewerOf(ctx), await getOrder(ctx.db, visibilityOf(ctx), id, ctx.now));

export type OpenedOrder = { locked: LockedOrder; row: WorkOrderRow; viewer: Viewer };

/** Locks a visible order, for a change. Throws NOT_FOUND. */
export async function openOrder(ctx: MutationContext, id: number): Promise<OpenedOrder> {
  const locked = await lockOrder(ctx.tx, ctx.scope, id);
  return { locked, row: await getOrder(ctx.tx, visibilityOf(ctx), id, ctx.now), viewer: await viewerOf(ctx) };
}

/** What the audit trail has of an order. */
export const auditedOf = (row: WorkOrderRow) => {
  const { number, type, title, description, state, dueAt, remindMinutes, result, cancelReason, stars } = row;
  return {
    ...{ number, type, title, description, state, dueAt, remindMinutes, result, cancelReason, stars },
    ratingComment: row.ratingComment,
    carrierId: row.carrier?.id ?? null,
    deviceId: row.device?.id ?? null,
    exceptionId: row.exceptionId,
    assignee: row.assignee?.name ?? null,
    group: row.group?.name ?? null,
    acceptor: row.acceptor?.name ?? null,
  };
};

/** The order after a change, with its row of the audit trail, an entry of its timeline, and the live event. */
export async function recordChange(
  ctx: MutationContext,
  { row: old, viewer }: OpenedOrder,
  { kind, text = "" }: { kind: WorkOrderEventKind; text?: string },
): Promise<WorkOrderDto> {
  await insertEvent(ctx.tx, old.id, { kind, by: byOf(ctx), text, at: ctx.now });
  const row = await getOrder(ctx.tx, visibilityOf(ctx), old.id, ctx.now);
  ctx.audit({ customerId: row.customerId, old: auditedOf(old), new: auditedOf(row), ...(text && { reason: text }) });
  publish(ctx, row, kind);
  return shownTo(viewer, row);
}

/** Tells open screens of a change, once it is durable. */
export function publish(
  ctx: MutationContext,
  { id, customerId, carrier, sceneId }: WorkOrderRow,
  change: string,
): void {
  ctx.afterCommit(() =>
    liveBus().publish([
      { type: "workOrder", customerId, carrierId: carrier?.id ?? null, data: { orderId: id, sceneId, change } },
    ]),
  );
}

type Told = { userIds: readonly (number | null)[]; groupId?: number | null; text?: string };

/**
 * Plans messages about an order for these people, each once; `occasion` tells repeated news of one kind apart. Whoever
 * caused it is not told.
 */
export async function tell(
  ctx: MutationContext,
  row: WorkOrderRow,
  news: WorkOrderNewsKind,
  { userIds, groupId = null, text = "" }: Told,
  occasion: string | number = ctx.now.getTime(),
): Promise<void> {
  await planOrderNews(ctx.tx, {
    customerId: row.customerId,
    key: `workOrder:${row.id}:${news}:${occasion}`,
    userIds: userIds.filter((id) => id !== null),
    groupId,
    exceptUserId: userIdOf(ctx),
    news: {
      ...({ type: "workOrder", news, orderId: row.id, number: row.number, title: row.title } as const),
      place: [row.path.join(" / "), row.carrier?.name ?? row.device?.name ?? ""].filter(Boolean).join(" · "),
      ...{ by: byOf(ctx).name, text, dueAt: row.dueAt, carrierId: row.carrier?.id ?? null, sceneId: row.sceneId },
    },
  });
}

/** Tells whom an order is assigned to. */
export const tellAssigned = (ctx: MutationContext, row: WorkOrderRow): Promise<void> =>
  tell(ctx, row, "assigned", { userIds: [row.assignee?.id ?? null], groupId: row.group?.id ?? null });

/** Who has the order: whoever accepted it, else whom it is assigned to. */
export const holdersOf = ({ acceptor, assignee, group }: WorkOrderRow) =>
  acceptor ? { userIds: [acceptor.id] } : { userIds: [assignee?.id ?? null], groupId: group?.id ?? null };

type Assignment = Pick<WorkOrderCreate, "assigneeId" | "groupId">;

/** An order of a rule whose person no longer serves the customer or place is for everybody: it must not be lost. */
async function assignmentOf(
  { tx }: MutationContext,
  customerId: number,
  { assigneeId, groupId }: Assignment,
  sceneId: number | null,
  isByRule: boolean,
): Promise<Assignment> {
  try {
    await assertAssignable(tx, customerId, { assigneeId, groupId }, sceneId);
  } catch (error) {
    if (!isByRule || !(error instanceof AppError)) throw error;
    return { assigneeId: null, groupId: null };
  }
  return { assigneeId, groupId };
}

/** Why the product submits an order: by a rule, or by a monitor task, whose name its timeline keeps. */
export type ByProduct = { cause: NonNullable<WorkOrderRow["cause"]>; causeKey: string; name: string } & (
  | { ruleId: number; taskId?: undefined }
  | { taskId: number; ruleId?: undefined }
);

// For monitor tasks, which submit orders and name for whom.
export { assertAssignable, findOrderAbout };

/**
 * Submits an order, and tells whom it is assigned to. Throws CONFLICT with the number of the open order if its cause has
 * one, NOT_FOUND for what is not visible.
 */
export async function submitOrder(
  ctx: MutationContext,
  values: WorkOrderCreate,
  rule: ByProduct | null = null,
): Promise<WorkOrderRow> {
  const { customerId: wanted, exceptionId, deviceId, carrierId, sceneId, dueAt, ...fields } = values;
  const target = await findTarget(ctx.tx, visibilityOf(ctx), { exceptionId, deviceId, carrierId, sceneId });
  const customerId = target?.customerId ?? resolveWriteTarget(ctx, { customerId: wanted, sceneId: null }).customerId;
  await lockActiveCustomer(ctx.tx, customerId);
  const assignment = await assignmentOf(ctx, customerId, fields, target?.sceneId ?? null, rule !== null);
  const day = dayKey(ctx.now, await findTimeZone(ctx.tx, customerId));
  const taken = await takenNumbers(ctx.tx, customerId, numberOf(day, []).slice(0, 8));
  const about = { type: fields.type, exceptionId: target?.exceptionId ?? null, deviceId: target?.deviceId ?? null };
  const cause = rule ?? causeOf({ ...about, carrierId: target?.carrierId ?? null });
  const open = cause && (await findOpenFor(ctx.tx, customerId, cause.causeKey));
  if (open) {
    const issue = { path: "exceptionId", rule: "workOrderOpen", message: `order ${open} is open for it`, names: open };
    throw new AppError("CONFLICT", `exceptionId: ${issue.message}`, { issues: [issue] });
  }
  const id = await insertOrder(ctx.tx, {
    ...{ ...fields, ...assignment },
    ...{ customerId, number: numberOf(day, taken), isByRule: rule !== null },
    ...{ ruleId: rule?.ruleId ?? null, taskId: rule?.taskId ?? null },
    ...{ cause: cause?.cause ?? null, causeKey: cause?.causeKey ?? null },
    ...{ exceptionId: about.exceptionId, deviceId: about.deviceId, carrierId: target?.carrierId ?? null },
    ...{ sceneId: target?.ownSceneId ?? null, dueAt: dueAt === null ? null : new Date(dueAt) },
    ...{ createdBy: userIdOf(ctx), createdAt: ctx.now },
  });
  const row = await getOrder(ctx.tx, visibilityOf(ctx), id, ctx.now);
  await insertEvent(ctx.tx, id, { kind: "submitted", by: byOf(ctx), text: rule?.name ?? "", at: ctx.now });
  await tellAssigned(ctx, row);
  publish(ctx, row, "submitted");
  return row;
}

/** Throws unless these can get orders of the customer: for features that tell the same people of something else. */
export const assertEngineers = (
  tx: OperationContext["db"],
  customerId: number,
  assignment: Assignment,
): Promise<void> => assertAssignable(tx, customerId, assignment);
