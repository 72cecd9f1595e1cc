import "server-only";
import { visibilityOf } from "@/lib/auth/visibility";
import { dayKey } from "@/lib/datetime/zone";
import { conflict, notFound } from "@/lib/errors";
import { defineOperation } from "@/lib/operation/define-operation";
import { assertAct } from "./act.rules";
import { deleteMark, findMarks, insertMark, lockPoints } from "./point.data";
import { changeTask } from "./task.data";
import { assertStartable, obstaclesOf } from "./task.rules";
import { ConfirmInput, MarkInput, StartInput, StopInput, type TaskDto, UnmarkInput } from "./task.schema";
import { freezeRecord, nameOf, openTask, recomputeResult, recordChange, shownTo } from "./task.service";

const audit = { entity: "verificationTask", id: ({ id }: { id: number }) => id } as const;
const MINUTE_MS = 60_000;
/** Loggers are read out within so many days of their begin. */
const BACK_DAYS = 31;

/**
 * Starts a verification. Throws CONFLICT with every obstacle: too few points, devices in two verifications at once, or
 * devices whose calibration ends before it does. The record begins when all devices have reported.
 */
export const startTask = defineOperation({
  name: "verificationTask.start",
  kind: "mutation",
  permission: "editVerifyTask",
  input: StartInput,
  async run(ctx, { id, startedAt: wanted }): Promise<TaskDto> {
    const task = await openTask(ctx, id);
    assertAct("start", task.state);
    const now = ctx.now.getTime();
    const startedAt = wanted === undefined ? now : Date.parse(wanted);
    if (startedAt > now) throw conflict("startedAt", "notInFuture", "must not lie in the future");
    if (startedAt < now - BACK_DAYS * 24 * 60 * MINUTE_MS)
      throw conflict("startedAt", "startedTooEarly", "too long ago", BACK_DAYS);
    const end = new Date(startedAt + task.durationMinutes * MINUTE_MS);
    const points = await lockPoints(ctx.tx, visibilityOf(ctx), id, end);
    const lastDay = dayKey(end, task.timeZone);
    assertStartable(obstaclesOf(task, points, lastDay));
    await changeTask(ctx.tx, id, { state: "inProgress", startedAt: new Date(startedAt), timeoutToldAt: null });
    return shownTo(ctx, await recordChange(ctx, task, "started"));
  },
  audit,
});

/** Stops a running verification, with the reason. What is recorded by then is computed; without a record it is over. */
export const stopTask = defineOperation({
  name: "verificationTask.stop",
  kind: "mutation",
  permission: "editVerifyTask",
  input: StopInput,
  async run(ctx, { id, reason }): Promise<TaskDto> {
    const task = await openTask(ctx, id);
    assertAct("stop", task.state);
    const end = (task.recordedFrom ?? 0) + task.durationMinutes * MINUTE_MS;
    if (task.recordedFrom === null)
      await changeTask(ctx.tx, id, {
        ...{ state: "terminated", stopReason: reason, terminatedAt: ctx.now, terminatedBy: nameOf(ctx) },
      });
    else await freezeRecord(ctx, task, { to: Math.min(ctx.now.getTime(), end), stopReason: reason });
    return shownTo(ctx, await recordChange(ctx, task, "stopped", reason));
  },
  audit,
});

/** Confirms the result of a verification, which terminates it. */
export const confirmTask = defineOperation({
  name: "verificationTask.confirm",
  kind: "mutation",
  permission: "editVerifyTask",
  input: ConfirmInput,
  async run(ctx, { id, remark }): Promise<TaskDto> {
    const task = await openTask(ctx, id);
    assertAct("confirm", task.state);
    await changeTask(ctx.tx, id, {
      ...{ state: "terminated", remark, terminatedAt: ctx.now, terminatedBy: nameOf(ctx) },
    });
    return shownTo(ctx, await recordChange(ctx, task, "confirmed"));
  },
  audit,
});

/**
 * Notes that a door was opened, or the power cut, and until when; of a complete record, the result is worked out anew.
 * Throws CONFLICT for an overlap with another note, or outside of the record.
 */
export const markTask = defineOperation({
  name: "verificationTask.mark",
  kind: "mutation",
  permission: "editVerifyTask",
  input: MarkInput,
  async run(ctx, { id, test, from, to }): Promise<TaskDto> {
    const task = await openTask(ctx, id);
    assertAct("mark", task.state);
    if (!task.tests.includes(test)) throw conflict("test", "notPlannedTest", "is no test of this verification");
    const now = ctx.now.getTime();
    const [start, end] = [Date.parse(from), to === undefined ? null : Date.parse(to)];
    if (start > now) throw conflict("from", "notInFuture", "must not lie in the future");
    if (end !== null && end > now) throw conflict("to", "notInFuture", "must not lie in the future");
    if (start < (task.startedAt ?? now)) throw conflict("from", "beforeBegin", "must not lie before the begin");
    const { recordedFrom, recordedTo } = task;
    if (recordedTo !== null && (start < (recordedFrom as number) || start > recordedTo))
      throw conflict("from", "withinRecord", "must lie within the record");
    const marks = await findMarks(ctx.tx, id);
    if (marks.some((one) => start < (one.to ?? one.from + 1) && one.from < (end ?? start + 1)))
      throw conflict("from", "repeated", "already in the list");
    await insertMark(ctx.tx, {
      ...{ taskId: id, test, fromAt: new Date(start), toAt: end === null ? null : new Date(end) },
      ...{ actorName: nameOf(ctx), createdAt: ctx.now },
    });
    await recomputeResult(ctx, task);
    return shownTo(ctx, await recordChange(ctx, task, "marked", `${test} ${from}${to ? ` – ${to}` : ""}`));
  },
  audit,
});

/** Takes a note back until the result is confirmed. Throws NOT_FOUND. */
export const unmarkTask = defineOperation({
  name: "verificationTask.unmark",
  kind: "mutation",
  permission: "editVerifyTask",
  input: UnmarkInput,
  async run(ctx, { id, markId }): Promise<TaskDto> {
    const task = await openTask(ctx, id);
    assertAct("mark", task.state);
    const mark = (await findMarks(ctx.tx, id)).find((one) => one.id === markId);
    if (!mark || !(await deleteMark(ctx.tx, id, markId))) throw notFound("verificationMark", markId);
    await recomputeResult(ctx, task);
    const reason = `${mark.test} ${new Date(mark.from).toISOString()}`;
    return shownTo(ctx, await recordChange(ctx, task, "marked", reason));
  },
  audit,
});
