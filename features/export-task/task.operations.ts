import "server-only";
import { z } from "zod";
import { TASK_KIND_NAMES, type TaskKind } from "@/features/file/task-kind.rules";
import { lockActiveCustomer } from "@/lib/auth/lock-customer";
import { visibilityOf } from "@/lib/auth/visibility";
import { nextDue } from "@/lib/datetime/recurrence";
import { AppError, conflict, notFound } from "@/lib/errors";
import { holds, type OperationContext, workingCustomer } from "@/lib/operation/context";
import { defineOperation } from "@/lib/operation/define-operation";
import type { PageContext } from "@/lib/page/define-page";
import { ById } from "@/lib/resource/by-id";
import { type Changed, crud, type Store } from "@/lib/resource/crud";
import { loadList, recordRights } from "@/lib/resource/list-page";
import { insertRun, listRuns } from "./run.data";
import {
  countTasks,
  deleteTask,
  findCarrierChoices,
  findTasks,
  findZone,
  getTask,
  hasPendingRun,
  insertTask,
  lockTask,
  saveTask,
  type TaskRow,
  userOf,
} from "./task.data";
import {
  type CarrierChoiceDto,
  MAXIMUM_TASKS,
  TaskChoiceInput,
  type TaskDto,
  TaskInput,
  TaskListQuery,
  type TaskRunsDto,
} from "./task.schema";
import { assertTemplate, forCustomer, permissionOf, prepare } from "./task.service";

const ENTITY = "exportTask";
const audit = { entity: ENTITY, id: ({ id }: TaskDto) => id };

/** The account that owns what it saves. */
function ownerOf(ctx: OperationContext): number {
  const userId = userOf(ctx);
  if (userId === null) throw new AppError("FORBIDDEN", "a task belongs to a person");
  return userId;
}

/**
 * Throws unless the caller may export this now, and somebody will see the file: a recipient, or the owner in the
 * downloads.
 */
async function assertRunnable(ctx: OperationContext, values: TaskInput, timeZone: string): Promise<void> {
  if (values.recipients.length === 0 && !holds(ctx, "viewDownload"))
    throw conflict("recipients", "noReader", "nobody would see the file");
  if (values.kind === "report") await assertTemplate(ctx, values.query);
  else await prepare(ctx, values, ctx.now, timeZone);
}

/** A task as its audit row has it. */
const auditedOf = ({ lastRun: _, isOwn: __, timeZone: ___, carriers: ____, customerName: _____, ...task }: TaskDto) =>
  task;

const changed = (old: TaskDto, next: TaskDto): Changed<TaskDto> => ({
  old: auditedOf(old) as TaskDto,
  new: auditedOf(next) as TaskDto,
});

const store: Store<TaskDto, TaskInput, TaskListQuery> = {
  entity: ENTITY,
  customerOf: ({ customerId }) => customerId,
  find: findTasks,
  get: getTask,
  async insert(ctx, values) {
    const userId = ownerOf(ctx);
    const customerId = workingCustomer(ctx);
    if (customerId === undefined) throw notFound("customer", 0);
    await lockActiveCustomer(ctx.db, customerId);
    if ((await countTasks(ctx.db, customerId)) >= MAXIMUM_TASKS)
      throw conflict("name", "tooMany", `at most ${MAXIMUM_TASKS} tasks`, MAXIMUM_TASKS);
    const timeZone = await findZone(ctx.db, customerId);
    await assertRunnable(ctx, values, timeZone);
    const nextAt = nextDue(values, ctx.now, timeZone);
    return getTask(ctx, await insertTask(ctx.db, { ...values, customerId, userId, nextAt, createdAt: ctx.now }));
  },
  async update(ctx, id, values) {
    const userId = ownerOf(ctx);
    const row = await lockTask(ctx, id);
    const old = await getTask(ctx, id);
    const timeZone = await findZone(ctx.db, row.customerId);
    await assertRunnable(forCustomer(ctx, row.customerId) ?? ctx, values, timeZone);
    const nextAt = row.isPaused ? null : nextDue(values, ctx.now, timeZone);
    // Whoever saves it owns it: otherwise an edit would use the permissions of another.
    await saveTask(ctx.db, id, { ...values, userId, nextAt });
    return changed(old, await getTask(ctx, id));
  },
  async remove(ctx, id) {
    await lockTask(ctx, id);
    await assertIdle(ctx, id);
    const old = await getTask(ctx, id);
    await deleteTask(ctx.db, id);
    return auditedOf(old) as TaskDto;
  },
};

/** Throws CONFLICT while a run is under way (specification, section 4: ongoing items). */
async function assertIdle(ctx: OperationContext, id: number): Promise<void> {
  if (await hasPendingRun(ctx.db, id)) throw conflict("id", "runPending", "a run is under way");
}

const base = crud({ subject: "ExportTask", listQuery: TaskListQuery, input: TaskInput, store });

/** Pauses a task, or lets it go on from now: what fell into the pause is not made up for. */
const switchTask = defineOperation({
  name: "exportTask.switch",
  kind: "mutation",
  permission: "editExportTask",
  input: z.strictObject({ ...ById.shape, isEnabled: z.boolean() }),
  async run(ctx, { id, isEnabled }): Promise<TaskDto> {
    const row = await lockTask(ctx, id);
    const nextAt = isEnabled ? nextDue(row as TaskRow, ctx.now, await findZone(ctx.tx, row.customerId)) : null;
    if (row.isPaused === isEnabled) await saveTask(ctx.tx, id, { isPaused: !isEnabled, nextAt });
    ctx.audit({ customerId: row.customerId, old: { isPaused: row.isPaused }, new: { isPaused: !isEnabled } });
    return getTask(ctx, id);
  },
  audit,
});

/** Runs a task at once, beside its schedule; with the permissions of its owner, as always. */
const runNow = defineOperation({
  name: "exportTask.run",
  kind: "mutation",
  permission: "editExportTask",
  input: ById,
  async run(ctx, { id }): Promise<TaskDto> {
    const { customerId } = await lockTask(ctx, id);
    await assertIdle(ctx, id);
    const { actor } = ctx;
    const startedBy = actor.type === "user" ? actor.principal.user.name : actor.type === "key" ? actor.name : null;
    const runId = await insertRun(ctx.tx, { customerId, taskId: id, dueAt: ctx.now, trigger: "manual", startedBy });
    if (runId === null) throw conflict("id", "runPending", "a run is under way");
    ctx.audit({ customerId, new: { dueAt: ctx.now.toISOString(), startedBy } });
    return getTask(ctx, id);
  },
  audit,
});

/** The latest runs of a task, and what became of their mails. */
const runs = defineOperation({
  name: "exportTask.runs",
  kind: "query",
  permission: "viewExportTask",
  input: ById,
  async run(ctx, { id }): Promise<TaskRunsDto> {
    await getTask(ctx, id);
    return { runs: await listRuns(ctx.db, id, userOf(ctx)) };
  },
});

/** Carriers to choose for a task. */
const choices = defineOperation({
  name: "exportTask.choices",
  kind: "query",
  permission: "newExportTask",
  input: TaskChoiceInput,
  run: (ctx, asked): Promise<CarrierChoiceDto[]> => findCarrierChoices(ctx.db, visibilityOf(ctx), asked),
});

export const exportTasks = { ...base, switch: switchTask, runNow, runs, choices };

/** The kinds that the account may export. */
const kindsOf = (ctx: OperationContext): TaskKind[] => TASK_KIND_NAMES.filter((kind) => holds(ctx, permissionOf(kind)));

/** Loads the page: the tasks, and the account's rights. */
export async function loadTaskScreen(ctx: PageContext) {
  const { customerIds } = ctx.scope;
  return {
    view: await loadList(ctx, base.list),
    rights: recordRights(ctx, "ExportTask"),
    kinds: kindsOf(ctx),
    showsCustomers: customerIds === "all" || customerIds.length > 1,
    mayDownload: ctx.principal.permissions.has("viewDownload"),
  };
}
