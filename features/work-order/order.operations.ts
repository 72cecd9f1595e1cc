import "server-only";
import { assertVersion } from "@/lib/audit/assert-version";
import { visibilityOf } from "@/lib/auth/visibility";
import { conflict } from "@/lib/errors";
import { customerFor, type OperationContext } from "@/lib/operation/context";
import { defineOperation } from "@/lib/operation/define-operation";
import { ById } from "@/lib/resource/by-id";
import type { Page } from "@/lib/resource/list-query";
import { referredOne } from "@/lib/resource/referred";
import { deleteFiles } from "@/lib/stored-file/stored-file";
import { isOpen } from "./act.rules";
import { findEvents, findPhotos } from "./event.data";
import { changeOrder, deleteOrder, findOrders, type Reader, type WorkOrderRow } from "./order.data";
import { assertDueAhead } from "./order.rules";
import {
  MOST_PEOPLE,
  type PeopleDto,
  PeopleQuery,
  WorkOrderCreate,
  type WorkOrderDetailDto,
  type WorkOrderDto,
  WorkOrderListQuery,
  WorkOrderUpdate,
} from "./order.schema";
import {
  auditedOf,
  openOrder,
  publish,
  readOrder,
  recordChange,
  shownTo,
  submitOrder,
  tellAssigned,
  userIdOf,
  viewerOf,
} from "./order.service";
import { assertAssignable, findPeople } from "./person.data";

export const readerOf = (ctx: OperationContext): Reader => ({
  visibility: visibilityOf(ctx),
  userId: userIdOf(ctx),
  now: ctx.now,
});

export const listWorkOrders = defineOperation({
  name: "workOrder.list",
  kind: "query",
  permission: "viewWorkOrder",
  input: WorkOrderListQuery,
  async run(ctx, query): Promise<Page<WorkOrderDto>> {
    const [{ items, total }, viewer] = await Promise.all([findOrders(ctx.db, readerOf(ctx), query), viewerOf(ctx)]);
    return { items: items.map((row) => shownTo(viewer, row)), total };
  },
});

/** One order with its timeline and photos. */
export const getWorkOrder = defineOperation({
  name: "workOrder.get",
  kind: "query",
  permission: "viewWorkOrder",
  input: ById,
  async run(ctx, { id }): Promise<WorkOrderDetailDto> {
    const order = await readOrder(ctx, id);
    const [events, photos] = await Promise.all([findEvents(ctx.db, id), findPhotos(ctx.db, id)]);
    return { ...order, events, photos: photos.map(({ clientKey: _, ...photo }) => photo) };
  },
});

/** The people and groups that an order can be assigned to. */
export const listPeople = defineOperation({
  name: "workOrder.people",
  kind: "query",
  permission: "viewWorkOrder",
  input: PeopleQuery,
  run: (ctx, { customerId, q }): Promise<PeopleDto> =>
    findPeople(ctx.db, customerFor(ctx, customerId), { q, limit: MOST_PEOPLE }),
});

/** Submits an order. There is at most one open order for an exception, or for a device and what is the matter with it. */
export const createWorkOrder = defineOperation({
  name: "workOrder.create",
  kind: "mutation",
  permission: "newWorkOrder",
  input: WorkOrderCreate,
  async run(ctx, values): Promise<WorkOrderDto> {
    assertDueAhead(values.dueAt === null ? null : Date.parse(values.dueAt), ctx.now.getTime());
    const row = await submitOrder(ctx, values);
    ctx.audit({ customerId: row.customerId, new: auditedOf(row) });
    return shownTo(await viewerOf(ctx), row);
  },
  audit: { entity: "workOrder", id: ({ id }) => id },
});

/** The order as its update takes it. */
const inputOf = ({ dueAt, assignee, group, ...order }: WorkOrderRow) => ({
  ...order,
  dueAt: dueAt === null ? null : new Date(dueAt).toISOString(),
  ...referredOne("assignee", assignee),
  ...referredOne("group", group),
});

/** Changes an open order: its text, whom it is for, and when it is due. */
export const updateWorkOrder = defineOperation({
  name: "workOrder.update",
  kind: "mutation",
  permission: "editWorkOrder",
  input: WorkOrderUpdate,
  async run(ctx, { id, version, dueAt: due, ...fields }): Promise<WorkOrderDto> {
    const opened = await openOrder(ctx, id);
    const { locked, row: old } = opened;
    if (!isOpen(locked.state)) throw conflict("state", "workOrderState", `not possible while it is ${locked.state}`);
    await assertVersion(ctx, { entity: "workOrder", id, version }, async () => inputOf(old));
    const isAssigned = fields.assigneeId !== locked.assigneeId || fields.groupId !== locked.groupId;
    if (isAssigned) await assertAssignable(ctx.tx, locked.customerId, fields, old.sceneId);
    const dueAt = due === null ? null : new Date(due);
    assertDueAhead(dueAt?.getTime() ?? null, ctx.now.getTime(), old.dueAt);
    const isMoved = (dueAt?.getTime() ?? null) !== old.dueAt || fields.remindMinutes !== old.remindMinutes;
    await changeOrder(ctx.tx, id, {
      ...{ ...fields, dueAt },
      // A new due time is warned of again.
      ...(isMoved && { remindedAt: null, overdueAt: null }),
    });
    const dto = await recordChange(ctx, opened, { kind: isAssigned ? "assigned" : "changed", text: "" });
    if (isAssigned) await tellAssigned(ctx, dto);
    return dto;
  },
  audit: { entity: "workOrder", id: ({ id }) => id },
});

/** Deletes an order that nobody has accepted; any other stays on record. */
export const removeWorkOrder = defineOperation({
  name: "workOrder.remove",
  kind: "mutation",
  permission: "removeWorkOrder",
  input: ById,
  async run(ctx, { id }): Promise<WorkOrderDto> {
    const { locked, row, viewer } = await openOrder(ctx, id);
    if (locked.acceptorId !== null || (locked.state !== "submitted" && locked.state !== "cancelled"))
      throw conflict("id", "workOrderOnRecord", "somebody has worked on it");
    await deleteFiles(ctx.tx, await deleteOrder(ctx.tx, id));
    ctx.audit({ customerId: row.customerId, old: auditedOf(row) });
    publish(ctx, row, "removed");
    return shownTo(viewer, row);
  },
  audit: { entity: "workOrder", id: ({ id }) => id },
});
