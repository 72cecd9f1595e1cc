import "server-only";
import type { VerificationNewsKind } from "@/db/verification-enums";
import { planOrderNews } from "@/features/notice/order-news.service";
import { visibilityOf } from "@/lib/auth/visibility";
import { liveBus } from "@/lib/live/live";
import { holds, type OperationContext } from "@/lib/operation/context";
import type { MutationContext } from "@/lib/operation/define-operation";
import { actsOf } from "./act.rules";
import { findPoints } from "./point.data";
import { computeResult, readRecord, recordHash } from "./record.service";
import { findSeries, insertSeries } from "./series.data";
import { changeTask, getTask, lockTask, type TaskRow, type TaskWhole } from "./task.data";
import type { TaskDto } from "./task.schema";

/** The account of the actor; null for another system and the product itself. */
export const userIdOf = ({ actor }: OperationContext): number | null =>
  actor.type === "user" ? actor.principal.user.id : null;

/** The actor's name; empty for the product itself. */
export function nameOf({ actor }: OperationContext): string {
  if (actor.type === "user") return actor.principal.user.name;
  return actor.type === "key" ? actor.name : "";
}

/** The task with what the reader can do with it. */
export function shownTo(ctx: OperationContext, { sceneId: _, isReported, ...row }: TaskRow): TaskDto {
  const rights = { mayEdit: holds(ctx, "editVerifyTask"), mayRemove: holds(ctx, "removeVerifyTask") };
  return { ...row, acts: actsOf({ state: row.state, isReported }, rights) };
}

/** Locks a visible task, for a change. Throws NOT_FOUND. */
export const openTask = (ctx: MutationContext, id: number): Promise<TaskWhole> =>
  lockTask(ctx.tx, visibilityOf(ctx), id);

/** What the audit trail has of a task. */
export const auditedOf = (row: TaskRow) => {
  const { number, name, description, object, kind, load, tests, state, limits, samplingMode, samplingSeconds } = row;
  const { durationMinutes, timeoutMinutes, gapPercent, validMonths, plannedAt, pointCount, startedAt } = row;
  const { recordedFrom, recordedTo, stopReason, verdict, dataSha256, remark } = row;
  return {
    ...{ number, name, description, object, kind, load, tests, state, limits, samplingMode, samplingSeconds },
    ...{ durationMinutes, timeoutMinutes, gapPercent, validMonths, plannedAt, pointCount, startedAt },
    ...{ recordedFrom, recordedTo, stopReason, verdict, dataSha256, remark },
    ...{ notifyCompletion: row.notifyCompletion, notifyTimeout: row.notifyTimeout },
    ...{ notifyException: row.notifyException, user: row.user?.name ?? null, group: row.group?.name ?? null },
    carrierId: row.carrier.id,
  };
};

/** Tells open screens of a change, once it is durable. */
export function publish(ctx: MutationContext, { id, customerId, carrier, sceneId }: TaskRow, change: string): void {
  ctx.afterCommit(() =>
    liveBus().publish([
      { type: "verification", customerId, carrierId: carrier.id, data: { taskId: id, sceneId, change } },
    ]),
  );
}

/** The task after a change, with its row of the audit trail and the live event. */
export async function recordChange(
  ctx: MutationContext,
  old: TaskRow,
  change: string,
  reason?: string,
): Promise<TaskWhole> {
  const row = await getTask(ctx.tx, visibilityOf(ctx), old.id);
  ctx.audit({ customerId: row.customerId, old: auditedOf(old), new: auditedOf(row), ...(reason && { reason }) });
  publish(ctx, row, change);
  return row;
}

/** Plans messages about a task for the people whom it names, once for each occasion. */
export async function tell(
  ctx: MutationContext,
  row: TaskRow,
  news: VerificationNewsKind,
  { names = "", dueAt = null }: { names?: string; dueAt?: number | null } = {},
  occasion: string | number = "",
): Promise<void> {
  await planOrderNews(ctx.tx, {
    customerId: row.customerId,
    key: `verification:${row.id}:${news}:${occasion}`,
    userIds: row.user ? [row.user.id] : [],
    groupId: row.group?.id ?? null,
    exceptUserId: userIdOf(ctx),
    news: {
      ...({ type: "verification", news, taskId: row.id, number: row.number, title: row.name } as const),
      place: [row.path.join(" / "), row.carrier.name ?? ""].filter(Boolean).join(" · "),
      ...{ verdict: row.verdict, names, dueAt, carrierId: row.carrier.id, sceneId: row.sceneId },
    },
  });
}

/**
 * Ends the record of a locked task: its readings are frozen under a hash, and what follows from them is stored. It waits
 * for confirmation then.
 */
export async function freezeRecord(
  ctx: MutationContext,
  task: TaskWhole,
  { to, stopReason = "" }: { to: number; stopReason?: string },
): Promise<void> {
  const { startedAt, recordedFrom: from } = task;
  if (startedAt === null || from === null) throw new Error(`verification ${task.id} has no record`);
  const points = await findPoints(ctx.tx, visibilityOf(ctx), task.id);
  const series = await readRecord(ctx.tx, task, from, to);
  const record = { from, to, isStoppedEarly: stopReason !== "" };
  const result = await computeResult(ctx.tx, { ...task, startedAt }, points, series, record);
  await insertSeries(
    ctx.tx,
    task.id,
    series.map(({ probeId, pointId, ats, values, sha256 }) => ({ probeId, pointId, ats, values, sha256 })),
  );
  await changeTask(ctx.tx, task.id, {
    ...{ state: "comparing", recordedTo: new Date(to), stopReason, result, verdict: result.verdict },
    ...{ dataSha256: recordHash(series), frozenAt: ctx.now },
  });
}

/** Works out the result of a locked task anew from its frozen readings, after its notes have changed; none while it runs. */
export async function recomputeResult(ctx: MutationContext, task: TaskWhole): Promise<void> {
  const { startedAt, result: old } = task;
  if (task.state !== "comparing" || startedAt === null || old === null) return;
  const { from, to, isStoppedEarly } = old;
  const points = await findPoints(ctx.tx, visibilityOf(ctx), task.id);
  const series = await findSeries(ctx.tx, task.id);
  const result = await computeResult(ctx.tx, { ...task, startedAt }, points, series, { from, to, isStoppedEarly });
  await changeTask(ctx.tx, task.id, { result, verdict: result.verdict });
}
