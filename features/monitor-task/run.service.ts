import "server-only";
import { createTranslator } from "use-intl/core";
import type { MonitorTrigger } from "@/db/monitor-enums";
import { lookForOff, type OffDevice, raiseOff } from "@/features/alarm/connection/off.service";
import { refreshDevices } from "@/features/device/status/state.service";
import { planOrderNews } from "@/features/notice/order-news.service";
import { keyOf, TYPE_OF } from "@/features/work-order/order.rules";
import { REMIND_MINUTES, TITLE_LENGTH, WorkOrderCreate } from "@/features/work-order/order.schema";
import { auditedOf, findOrderAbout, submitOrder } from "@/features/work-order/order.service";
import { dueOf } from "@/features/work-order/rule/rules";
import { writeAudit } from "@/lib/audit/write-audit";
import { customerScope } from "@/lib/auth/scope";
import { AppError } from "@/lib/errors";
import { loadMessages } from "@/lib/i18n/load-messages";
import { DEFAULT_LOCALE, toLocale } from "@/lib/i18n/routing";
import { liveBus } from "@/lib/live/live";
import type { MutationContext } from "@/lib/operation/define-operation";
import { operationContext } from "@/lib/queue/operation-context";
import { type DueTask, findKnown, findPlaces, insertFindings, insertRun } from "./run.data";
import { devicesOf } from "./task.rules";
import type { TaskEvent } from "./task.schema";

const NAME = "monitorTask.check";
/** Work orders of one run: the first look at an old installation must not drown anybody. The next run goes on. */
const MOST_ORDERS = 50;
/** Devices that a message names. */
const NAMED = 10;

/** What a run is for: its due instant, and who started it. */
export type Occasion = {
  dueAt: Date;
  trigger: MonitorTrigger;
  startedBy: string | null;
  missed: number;
  missedSince: Date | null;
};

type Transaction = Pick<MutationContext, "tx" | "now" | "afterCommit">;

/** What follows acts as the system, whoever started the run, with the rights on the task's customer. */
const asSystem = ({ tx, now, afterCommit }: Transaction, customerId: number): MutationContext => ({
  ...operationContext(NAME, { db: tx, now }, customerScope(customerId)),
  ...{ tx, audit: () => {}, afterCommit },
});

/**
 * Carries out a task: records which of its devices are off, and what follows from that, in the caller's transaction,
 * which has locked customer and task. All of it or nothing: a run that is cut off leaves no trace and is done again.
 * From a device behind a silent gateway nothing follows, since that is the gateway's matter. Returns the number found.
 */
export async function carryOut(transaction: Transaction, task: DueTask, occasion: Occasion): Promise<number> {
  const { id: taskId, customerId } = task;
  const ctx = asSystem(transaction, customerId);
  const { tx, now } = ctx;
  const asked = { customerId, ...devicesOf(task.kind), places: await findPlaces(tx, task) };
  await refreshDevices(tx, ctx.scope, now);
  const { off, checked } = await lookForOff(tx, asked, now);
  const runId = await insertRun(tx, { customerId, taskId, ranAt: now, state: "done", checked, ...occasion });
  if (runId === undefined) return 0;
  const known = await findKnown(
    tx,
    taskId,
    off.map(({ deviceId }) => deviceId),
  );
  const own = off.filter(({ gatewayId }) => gatewayId === null);
  const exceptionOf = await raise(ctx, task, own);
  const orderOf = await order(ctx, task, own, exceptionOf);
  await insertFindings(
    tx,
    off.map((one) => ({
      ...{ customerId, taskId, runId, deviceId: one.deviceId, carrierId: one.carrierId, gatewayId: one.gatewayId },
      ...{ lastSeenAt: new Date(one.lastSeenAt), isNew: !known.has(one.deviceId) },
      ...{ exceptionId: exceptionOf(one), workOrderId: orderOf.get(one.deviceId) ?? null },
    })),
  );
  await tell(
    ctx,
    task,
    runId,
    off.filter(({ deviceId }) => !known.has(deviceId)),
  );
  publish(ctx, task);
  return off.length;
}

type ExceptionOf = (device: OffDevice) => number | null;

/** The exception of each device: the one that is open, else the one that the task raises. */
async function raise(ctx: MutationContext, task: DueTask, off: readonly OffDevice[]): Promise<ExceptionOf> {
  if (!task.raisesException) return ({ exceptionId }) => exceptionId;
  const { exceptionIds, publish: tellOpen } = await raiseOff(ctx.tx, off, ctx.now);
  if (exceptionIds.size > 0) ctx.afterCommit(tellOpen);
  return ({ exceptionId, deviceId }) => exceptionId ?? exceptionIds.get(deviceId) ?? null;
}

/** The work order about the silence of each device: the one that there is, else the one that the task submits. */
async function order(
  ctx: MutationContext,
  task: DueTask,
  off: readonly OffDevice[],
  exceptionOf: ExceptionOf,
): Promise<Map<number, number>> {
  const found = new Map<number, number>();
  let submitted = 0;
  for (const device of off) {
    const { deviceId, lastSeenAt } = device;
    const exceptionId = exceptionOf(device);
    const about = { customerId: task.customerId, deviceId, exceptionId, since: new Date(lastSeenAt) };
    let id = await findOrderAbout(ctx.tx, about);
    if (id === undefined && task.submitsOrder && submitted < MOST_ORDERS) {
      id = await submitFor(ctx, task, device, exceptionId);
      submitted += 1;
    }
    if (id !== undefined) found.set(deviceId, id);
  }
  return found;
}

async function submitFor(ctx: MutationContext, task: DueTask, device: OffDevice, exceptionId: number | null) {
  const { id: taskId, customerId, name, assigneeId, groupId } = task;
  const words = await wordsOf(task, device, ctx.now);
  const about = exceptionId === null ? { deviceId: device.deviceId } : { exceptionId };
  const due = { dueAt: dueOf(task, ctx.now), remindMinutes: REMIND_MINUTES.default };
  const values = WorkOrderCreate.parse({ type: TYPE_OF.task, ...words, ...about, ...due, assigneeId, groupId });
  const by = { taskId, cause: "task", causeKey: keyOf("task", device.deviceId), name } as const;
  try {
    const row = await submitOrder(ctx, values, by);
    const entry = { operation: "workOrder.createByTask", entity: "workOrder", entityId: String(row.id) };
    await writeAudit(ctx.tx, ctx, { ...entry, customerId, new: auditedOf(row), reason: name });
    return row.id;
  } catch (error) {
    // Somebody ordered it at the same moment: refused before anything was written.
    if (error instanceof AppError && error.code === "CONFLICT") return undefined;
    throw error;
  }
}

/** Title and description of an order in the language of the customer's first account. */
async function wordsOf({ name, kind, locale: wanted }: DueTask, device: OffDevice, now: Date) {
  const locale = toLocale(wanted) ?? DEFAULT_LOCALE;
  const messages = await loadMessages(locale);
  const t = createTranslator({ locale, messages, namespace: "monitorTask" }) as unknown as (
    key: string,
    values?: object,
  ) => string;
  const minutes = Math.floor((now.getTime() - device.lastSeenAt) / 60_000);
  const place = device.carrierName === null ? "" : `${t("words.carrier", { name: device.carrierName })}\n`;
  return {
    title: t("words.title", { name: device.name }).slice(0, TITLE_LENGTH),
    description: `${place}${t("words.text", { count: minutes })}\n${t("words.byTask", { name, kind: t(`kind.${kind}`) })}`,
  };
}

/** Plans one message for the contacts of the task about the devices that it found for the first time. */
async function tell(ctx: MutationContext, task: DueTask, runId: number, fresh: readonly OffDevice[]): Promise<void> {
  const { id: taskId, customerId, name, kind, noticeGroupId: groupId } = task;
  if (groupId === null || fresh.length === 0) return;
  const subjects = fresh
    .slice(0, NAMED)
    .map((one) => (one.carrierName === null ? one.name : `${one.name} (${one.carrierName})`));
  await planOrderNews(ctx.tx, {
    ...{ customerId, key: `monitorTask:${runId}`, userIds: [], groupId, exceptUserId: null },
    news: {
      ...({ type: "monitorTask", taskId, name, kind, count: fresh.length, subjects } as const),
      behind: fresh.filter(({ gatewayId }) => gatewayId !== null).length,
      ...{ at: ctx.now.getTime(), sceneId: fresh[0]?.sceneId ?? null },
    },
  });
}

function publish(ctx: MutationContext, { id: taskId, customerId }: DueTask): void {
  const data: TaskEvent = { taskId, sceneId: null, change: "run" };
  ctx.afterCommit(() => liveBus().publish([{ type: "monitorTask", customerId, carrierId: null, data }]));
}
