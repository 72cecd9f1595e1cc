import "server-only";
import { assertEngineers } from "@/features/work-order/order.service";
import { assertVersion } from "@/lib/audit/assert-version";
import { lockActiveCustomer } from "@/lib/auth/lock-customer";
import { visibilityOf } from "@/lib/auth/visibility";
import { dayKey } from "@/lib/datetime/zone";
import { AppError, conflict } from "@/lib/errors";
import { holds, type OperationContext } from "@/lib/operation/context";
import { defineOperation } from "@/lib/operation/define-operation";
import { ById } from "@/lib/resource/by-id";
import type { Page } from "@/lib/resource/list-query";
import { referredOne } from "@/lib/resource/referred";
import { assertAct, isRunning } from "./act.rules";
import { assertDevices, findDevices, findMarks, findPoints, replacePoints } from "./point.data";
import {
  changeTask,
  deleteTask,
  findTarget,
  findTasks,
  getTask,
  insertTask,
  type TaskRow,
  takenNumbers,
} from "./task.data";
import { numberOf } from "./task.rules";
import {
  type DeviceChoiceDto,
  DeviceQuery,
  PlanInput,
  TaskCreate,
  type TaskDetailDto,
  type TaskDto,
  TaskListQuery,
  TaskUpdate,
} from "./task.schema";
import { auditedOf, openTask, publish, recordChange, shownTo, userIdOf } from "./task.service";

export const listTasks = defineOperation({
  name: "verificationTask.list",
  kind: "query",
  permission: "viewVerifyTask",
  input: TaskListQuery,
  async run(ctx, query): Promise<Page<TaskDto>> {
    const { items, total } = await findTasks(ctx.db, visibilityOf(ctx), query);
    return { items: items.map((row) => shownTo(ctx, row)), total };
  },
});

/** One task with its plan, what was noted, and its result. */
export const getOneTask = defineOperation({
  name: "verificationTask.get",
  kind: "query",
  permission: "viewVerifyTask",
  input: ById,
  async run(ctx, { id }): Promise<TaskDetailDto> {
    const visibility = visibilityOf(ctx);
    const row = await getTask(ctx.db, visibility, id);
    const [points, marks] = await Promise.all([
      findPoints(ctx.db, visibility, id, isRunning(row.state)),
      findMarks(ctx.db, id),
    ]);
    const { space, rule, ruleName, ruleSource, result } = row;
    return { ...shownTo(ctx, row), space, rule, ruleName, ruleSource, result, points, marks };
  },
});

/** Who is told can be told: an account that serves the customer, or a group of it. */
async function assertTold(
  { tx }: { tx: OperationContext["db"] },
  customerId: number,
  { userId, groupId }: { userId: number | null; groupId: number | null },
): Promise<void> {
  try {
    await assertEngineers(tx, customerId, { assigneeId: userId, groupId });
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    const issues = (error.details.issues ?? []).map((issue) => ({
      ...issue,
      path: issue.path === "assigneeId" ? "userId" : issue.path,
    }));
    throw new AppError(error.code, error.message, { issues });
  }
}

const missing = (path: string) =>
  new AppError("NOT_FOUND", `${path}: not found`, {
    issues: [{ path, rule: "reference", message: "refers to a record that does not exist" }],
  });

/** Plans a verification of a carrier. */
export const createTask = defineOperation({
  name: "verificationTask.create",
  kind: "mutation",
  permission: "newVerifyTask",
  input: TaskCreate,
  async run(ctx, { carrierId, plannedAt, ...values }): Promise<TaskDto> {
    const target = await findTarget(ctx.tx, visibilityOf(ctx), carrierId);
    if (!target) throw missing("carrierId");
    const { customerId, timeZone } = target;
    await lockActiveCustomer(ctx.tx, customerId);
    await assertTold(ctx, customerId, values);
    const day = dayKey(ctx.now, timeZone);
    const taken = await takenNumbers(ctx.tx, customerId, numberOf(day, []).slice(0, 8));
    const id = await insertTask(ctx.tx, {
      ...{ ...values, customerId, carrierId, number: numberOf(day, taken), plannedAt: new Date(plannedAt) },
      ...{ createdBy: userIdOf(ctx), createdAt: ctx.now },
    });
    const row = await getTask(ctx.tx, visibilityOf(ctx), id);
    ctx.audit({ customerId, new: auditedOf(row) });
    publish(ctx, row, "created");
    return shownTo(ctx, row);
  },
  audit: { entity: "verificationTask", id: ({ id }) => id },
});

/** The task as its update takes it. */
const inputOf = ({ plannedAt, user, group, ...task }: TaskRow) => ({
  ...task,
  plannedAt: new Date(plannedAt).toISOString(),
  ...referredOne("user", user),
  ...referredOne("group", group),
});

/** Changes a task that has not started. */
export const updateTask = defineOperation({
  name: "verificationTask.update",
  kind: "mutation",
  permission: "editVerifyTask",
  input: TaskUpdate,
  async run(ctx, { id, version, plannedAt, ...values }): Promise<TaskDto> {
    const old = await openTask(ctx, id);
    assertAct("change", old.state);
    await assertVersion(ctx, { entity: "verificationTask", id, version }, async () => inputOf(old));
    await assertTold(ctx, old.customerId, values);
    const planned = new Date(plannedAt);
    const isMoved = planned.getTime() !== old.plannedAt;
    await changeTask(ctx.tx, id, {
      ...{ ...values, plannedAt: planned },
      ...(isMoved && { timeoutToldAt: null }),
    });
    return shownTo(ctx, await recordChange(ctx, old, "changed"));
  },
  audit: { entity: "verificationTask", id: ({ id }) => id },
});

/** Stores the plan of a task that has not started: the space, the rule for its points, and the points. */
export const planTask = defineOperation({
  name: "verificationTask.plan",
  kind: "mutation",
  permission: "editVerifyTask",
  input: PlanInput,
  async run(ctx, { id, version, points, ...plan }): Promise<TaskDto> {
    const old = await openTask(ctx, id);
    assertAct("plan", old.state);
    await assertVersion(ctx, { entity: "verificationTask", id, version }, async () => inputOf(old));
    await assertDevices(ctx.tx, visibilityOf(ctx), old.customerId, points);
    await replacePoints(ctx.tx, id, points);
    await changeTask(ctx.tx, id, plan);
    return shownTo(ctx, await recordChange(ctx, old, "planned"));
  },
  audit: { entity: "verificationTask", id: ({ id }) => id },
});

/** Deletes a task that has not started, or has ended and is told of by no report. Throws CONFLICT while it runs. */
export const removeTask = defineOperation({
  name: "verificationTask.remove",
  kind: "mutation",
  permission: "removeVerifyTask",
  input: ById,
  async run(ctx, { id }): Promise<TaskDto> {
    const old = await openTask(ctx, id);
    assertAct("remove", old.state);
    if (old.isReported) throw conflict("id", "verificationReported", "a report tells of it");
    await deleteTask(ctx.tx, id);
    ctx.audit({ customerId: old.customerId, old: auditedOf(old) });
    publish(ctx, old, "removed");
    return shownTo(ctx, old);
  },
  audit: { entity: "verificationTask", id: ({ id }) => id },
});

const OFFERED = 100;

/** The devices that can measure points of a task, those free first. */
export const listTaskDevices = defineOperation({
  name: "verificationTask.devices",
  kind: "query",
  permission: "viewVerifyTask",
  input: DeviceQuery,
  async run(ctx, { id, q }): Promise<DeviceChoiceDto[]> {
    if (!holds(ctx, "viewDevice")) return [];
    const visibility = visibilityOf(ctx);
    const { customerId, carrier } = await getTask(ctx.db, visibility, id);
    return findDevices(ctx.db, visibility, { id, customerId, carrierId: carrier.id }, { q, limit: OFFERED });
  },
});
