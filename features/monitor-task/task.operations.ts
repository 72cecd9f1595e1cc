import "server-only";
import { assertAssignable } from "@/features/work-order/order.service";
import { lockActiveCustomer } from "@/lib/auth/lock-customer";
import { visibilityOf } from "@/lib/auth/visibility";
import { AppError, conflict, notFound } from "@/lib/errors";
import { customerFor, holds, type OperationContext } from "@/lib/operation/context";
import { defineOperation } from "@/lib/operation/define-operation";
import { ById } from "@/lib/resource/by-id";
import { type Changed, crud, type Store, type SwitchableStore, switching } from "@/lib/resource/crud";
import { referredOne } from "@/lib/resource/referred";
import { lockForRun } from "./run.data";
import { carryOut } from "./run.service";
import { nextCheck } from "./schedule.rules";
import {
  countTasks,
  deleteTask,
  findGroups,
  findTargetChoices,
  findTargets,
  findTasks,
  getTask,
  insertTask,
  lockTask,
  saveTargets,
  saveTask,
} from "./task.data";
import { keyOf, MAXIMUM_TASKS } from "./task.rules";
import {
  GroupQuery,
  type Named,
  type TargetChoiceDto,
  TargetQuery,
  type TaskDto,
  TaskInput,
  TaskListQuery,
} from "./task.schema";

const ENTITY = "monitorTask";

const issueError = (code: "INVALID" | "NOT_FOUND" | "FORBIDDEN", path: string, rule: string, message: string) =>
  new AppError(code, `${path}: ${message}`, { issues: [{ path, rule, message }] });

/**
 * Throws INVALID or NOT_FOUND for places, people or groups that are not the customer's or not in scope, FORBIDDEN for work
 * orders of a caller who may not submit any.
 */
async function assertReferences(ctx: OperationContext, customerId: number, values: TaskInput, old?: TaskDto) {
  const { targets, noticeGroupId, submitsOrder } = values;
  if (targets.length === 0 && ctx.scope.sceneIds !== "all")
    throw issueError("INVALID", "targets", "required", "name the places");
  const found = new Set((await findTargets(ctx.db, visibilityOf(ctx), customerId, targets)).map(keyOf));
  const missing = targets.findIndex((target) => !found.has(keyOf(target)));
  if (missing >= 0) throw issueError("NOT_FOUND", `targets.${missing}`, "reference", "refers to no record in scope");
  const groups = noticeGroupId === null ? [] : await findGroups(ctx.db, customerId);
  if (noticeGroupId !== null && !groups.some(({ id }) => id === noticeGroupId))
    throw issueError("NOT_FOUND", "noticeGroupId", "reference", "refers to no record in scope");
  if (submitsOrder && !old?.submitsOrder && !holds(ctx, "newWorkOrder"))
    throw issueError("FORBIDDEN", "submitsOrder", "notHeld", "missing newWorkOrder");
  if (submitsOrder) await assertAssignable(ctx.db, customerId, values);
}

/** The next check of a task that runs. Throws INVALID for a single one in the past. */
function firstCheck(values: Pick<TaskInput, "isRunning"> & Parameters<typeof nextCheck>[0], now: Date, zone: string) {
  if (!values.isRunning) return null;
  const next = nextCheck(values, now, zone);
  if (!next) throw issueError("INVALID", "startOn", "future", "must lie in the future");
  return next;
}

/** The columns of an input; what concerns work orders only where there are any. */
function columnsOf({ customerId: _customer, targets, ...values }: TaskInput) {
  const ordering = values.submitsOrder ? {} : { dueMinutes: null, assigneeId: null, groupId: null };
  return { ...values, ...ordering, isEverywhere: targets.length === 0 };
}

/** Throws FORBIDDEN for a task that looks at more than the caller sees. */
function assertWithin({ scope }: OperationContext, { isEverywhere, hiddenTargets }: TaskDto): void {
  if (hiddenTargets > 0 || (isEverywhere && scope.sceneIds !== "all"))
    throw issueError("FORBIDDEN", "id", "taskFurther", "the task looks at more than you see");
}

async function openTask(ctx: OperationContext, id: number): Promise<TaskDto> {
  const task = await lockTask(ctx.db, visibilityOf(ctx), id);
  assertWithin(ctx, task);
  return task;
}

const userOf = ({ actor }: OperationContext) => (actor.type === "user" ? actor.principal.user.id : null);

/** A task as its audit row has it. */
function auditedOf(task: TaskDto): TaskDto {
  const { lastRun: _run, timeZone: _zone, customerName: _customer, hiddenTargets: _hidden, targets, ...audited } = task;
  return { ...audited, places: targets.map(({ name }) => name) } as unknown as TaskDto;
}

const changed = (old: TaskDto, next: TaskDto): Changed<TaskDto> => ({ old: auditedOf(old), new: auditedOf(next) });

const store: Store<TaskDto, TaskInput, TaskListQuery> & SwitchableStore<TaskDto> = {
  entity: ENTITY,
  customerOf: ({ customerId }) => customerId,
  find: (ctx, query) => findTasks(ctx.db, visibilityOf(ctx), query),
  get: (ctx, id) => getTask(ctx.db, visibilityOf(ctx), id),
  inputOf: ({ targets, noticeGroup, assignee, group, ...task }) => ({
    ...task,
    targets: targets.map(({ kind, id }) => ({ kind, id })),
    ...referredOne("noticeGroup", noticeGroup),
    ...referredOne("assignee", assignee),
    ...referredOne("group", group),
  }),
  async insert(ctx, values) {
    const customerId = customerFor(ctx, values.customerId);
    await lockActiveCustomer(ctx.db, customerId);
    if ((await countTasks(ctx.db, customerId)) >= MAXIMUM_TASKS)
      throw conflict("name", "tooMany", `at most ${MAXIMUM_TASKS} tasks`, MAXIMUM_TASKS);
    await assertReferences(ctx, customerId, values);
    const createdBy = userOf(ctx);
    const id = await insertTask(ctx.db, { ...columnsOf({ ...values, isRunning: false }), customerId, createdBy });
    await saveTargets(ctx.db, id, values.targets);
    const { timeZone } = await getTask(ctx.db, visibilityOf(ctx), id);
    const nextAt = firstCheck(values, ctx.now, timeZone);
    await saveTask(ctx.db, id, { isRunning: values.isRunning, nextAt });
    return getTask(ctx.db, visibilityOf(ctx), id);
  },
  async update(ctx, id, values) {
    const old = await openTask(ctx, id);
    const { customerId, timeZone } = old;
    if (values.customerId !== undefined && values.customerId !== customerId)
      throw conflict("customerId", "fixed", "a task stays with its customer");
    await assertReferences(ctx, customerId, values, old);
    await saveTask(ctx.db, id, { ...columnsOf(values), nextAt: firstCheck(values, ctx.now, timeZone) });
    await saveTargets(ctx.db, id, values.targets);
    return changed(old, await getTask(ctx.db, visibilityOf(ctx), id));
  },
  async remove(ctx, id) {
    const old = await openTask(ctx, id);
    // Specification, section 4: a running task cannot be deleted.
    if (old.isRunning) throw conflict("id", "taskRunning", "it is running; stop it before deleting it");
    await deleteTask(ctx.db, id);
    return auditedOf(old);
  },
  /** Starts a task from now on, or stops it; what would have been due meanwhile is not made up for. */
  async switch(ctx, id, isRunning) {
    const old = await openTask(ctx, id);
    if (isRunning !== old.isRunning)
      await saveTask(ctx.db, id, { isRunning, nextAt: firstCheck({ ...old, isRunning }, ctx.now, old.timeZone) });
    return changed(old, await getTask(ctx.db, visibilityOf(ctx), id));
  },
};

const subject = "DetectionTask";
const base = crud({ subject, listQuery: TaskListQuery, input: TaskInput, store });

const create = defineOperation({
  name: "monitorTask.create",
  kind: "mutation",
  permission: "newDetectionTask",
  input: TaskInput,
  async run(ctx, values): Promise<TaskDto> {
    const made = await store.insert(ctx, values);
    ctx.audit({ customerId: made.customerId, new: auditedOf(made) });
    return made;
  },
  audit: { entity: ENTITY, id: ({ id }) => id },
});

/** Carries out a task at once, beside its schedule and whether or not it runs. */
const runNow = defineOperation({
  name: "monitorTask.run",
  kind: "mutation",
  permission: "editDetectionTask",
  input: ById,
  async run(ctx, { id }): Promise<TaskDto> {
    const visibility = visibilityOf(ctx);
    const { customerId } = await getTask(ctx.tx, visibility, id);
    await lockActiveCustomer(ctx.tx, customerId);
    await openTask(ctx, id);
    const task = await lockForRun(ctx.tx, id);
    if (!task) throw notFound(ENTITY, id);
    const { actor } = ctx;
    const startedBy = actor.type === "user" ? actor.principal.user.name : actor.type === "key" ? actor.name : null;
    const occasion = { dueAt: ctx.now, trigger: "manual", startedBy, missed: 0, missedSince: null } as const;
    const found = await carryOut(ctx, task, occasion);
    ctx.audit({ customerId, new: { dueAt: ctx.now.toISOString(), found } });
    return getTask(ctx.tx, visibility, id);
  },
  audit: { entity: ENTITY, id: ({ id }) => id },
});

/** The places that a task can name. */
const choose = defineOperation({
  name: "monitorTask.choice",
  kind: "query",
  permission: "viewDetectionTask",
  input: TargetQuery,
  run: (ctx, query): Promise<TargetChoiceDto[]> =>
    findTargetChoices(ctx.db, visibilityOf(ctx), customerFor(ctx, query.customerId), query),
});

/** The contact groups that a task can notify. */
const groups = defineOperation({
  name: "monitorTask.group",
  kind: "query",
  permission: "viewDetectionTask",
  input: GroupQuery,
  run: (ctx, { customerId }): Promise<Named[]> => findGroups(ctx.db, customerFor(ctx, customerId)),
});

export const monitorTasks = {
  ...base,
  ...{ create, switch: switching({ subject, store }), run: runNow, choice: choose, group: groups },
};
