import { and, eq, inArray, isNull } from "drizzle-orm";
import type { Db } from "@/db/client";
import type { MonitorKind } from "@/db/monitor-enums";
import {
  contactGroup,
  device,
  exception,
  monitorFinding,
  monitorRun,
  monitorTask,
  monitorTaskTarget,
  workOrder,
  workOrderEvent,
} from "@/db/schema";
import { type CheckSchedule, nextCheck } from "@/features/monitor-task/schedule.rules";
import { devicesOf } from "@/features/monitor-task/task.rules";
import { keyOf, numberOf, TYPE_OF } from "@/features/work-order/order.rules";
import { dayKey } from "@/lib/datetime/zone";
import type { Accounts } from "./accounts";
import type { World } from "./world";

const DAY = 86_400_000;
const MINUTE = 60_000;

/** Work orders of tasks are due after three days: the one in the demo is not overdue yet. */
const DUE_MINUTES = 3 * 1440;

const DAILY: CheckSchedule = {
  ...{ strategy: "daily", startOn: null, weekdays: [], dayOfMonth: null, time: "08:00" },
  ...{ intervalCount: null, intervalUnit: null, untilTime: null },
};

type Plan = {
  customer: "hospital" | "cdc";
  name: string;
  kind: MonitorKind;
  /** The code of a node; everywhere without one. */
  scene?: string;
  schedule: CheckSchedule;
  /** Days of the past whose runs are on record. */
  days: number;
  /** A single one in the past: this many days ago. */
  single?: number;
  follows: { raisesException: boolean; submitsOrder: boolean; isNotified?: true };
};

const PLANS: readonly Plan[] = [
  {
    ...{ customer: "hospital", name: "传感器每日巡检", kind: "zigbee", schedule: DAILY, days: 7 },
    follows: { raisesException: true, submitsOrder: true, isNotified: true },
  },
  {
    ...{ customer: "hospital", name: "网关每小时检查", kind: "gateway", days: 1 },
    schedule: { ...DAILY, time: "00:00", intervalCount: 1, intervalUnit: "hour" },
    follows: { raisesException: true, submitsOrder: false },
  },
  {
    ...{ customer: "hospital", name: "显示屏日间检查", kind: "display", days: 10 },
    schedule: { ...DAILY, time: "07:30", intervalCount: 2, intervalUnit: "hour", untilTime: "19:30" },
    follows: { raisesException: false, submitsOrder: false, isNotified: true },
  },
  {
    ...{ customer: "hospital", name: "中继器月度检查", kind: "relay", days: 70 },
    schedule: { ...DAILY, strategy: "monthly", dayOfMonth: 31, time: "09:00" },
    follows: { raisesException: false, submitsOrder: false },
  },
  {
    ...{ customer: "hospital", name: "机房改造后网关核查", kind: "gateway", days: 21, single: 20 },
    schedule: { ...DAILY, strategy: "single", time: "18:00" },
    follows: { raisesException: false, submitsOrder: false },
  },
  {
    ...{ customer: "cdc", name: "接种门诊网关周检", kind: "gateway", days: 15 },
    schedule: { ...DAILY, strategy: "weekly", weekdays: [1, 3, 5], time: "07:00" },
    follows: { raisesException: true, submitsOrder: false },
  },
];

/** Monitor tasks of several kinds with their runs; the devices found are those that were silent then. */
export async function insertMonitorTasks(tx: Db, world: World, accounts: Accounts, now: number): Promise<void> {
  for (const plan of PLANS) await insertOne(tx, world, accounts, plan, now);
}

async function insertOne(tx: Db, { customers, devices }: World, accounts: Accounts, plan: Plan, now: number) {
  const customer = customers[plan.customer === "cdc" ? 0 : 1] as World["customers"][number];
  const { timeZone } = customer.plan;
  const startOn = plan.single === undefined ? null : dayKey(new Date(now - plan.single * DAY), timeZone);
  const schedule = { ...plan.schedule, startOn };
  const nextAt = nextCheck(schedule, new Date(now), timeZone);
  const [group] = await tx
    .select({ id: contactGroup.id })
    .from(contactGroup)
    .where(eq(contactGroup.customerId, customer.id))
    .orderBy(contactGroup.id)
    .limit(1);
  const { isNotified, ...follows } = plan.follows;
  const [task] = await tx
    .insert(monitorTask)
    .values({
      ...{ customerId: customer.id, name: plan.name, kind: plan.kind, isEverywhere: plan.scene === undefined },
      ...{ ...schedule, weekdays: [...schedule.weekdays], ...follows, isRunning: nextAt !== null, nextAt },
      noticeGroupId: isNotified ? (group?.id ?? null) : null,
      ...(follows.submitsOrder && { dueMinutes: DUE_MINUTES }),
      createdBy: plan.customer === "hospital" ? accounts.admin : null,
      createdAt: new Date(now - (plan.days + 1) * DAY),
    })
    .returning();
  if (!task) throw new Error("no task was made");
  const sceneId = plan.scene && customer.scenes.get(plan.scene);
  if (sceneId) await tx.insert(monitorTaskTarget).values({ taskId: task.id, sceneId });
  const { kind, typePrefix } = devicesOf(plan.kind);
  const watched = devices.filter(
    (one) =>
      one.customer === customer &&
      one.plan.kind === kind &&
      one.plan.use === "activated" &&
      (typePrefix === null || one.plan.typeCode.startsWith(typePrefix)),
  );
  const silences = await silencesOf(
    tx,
    watched.map(({ id }) => id),
  );
  const known = new Map<string, number | null>();
  let at = nextCheck(schedule, new Date(now - plan.days * DAY), timeZone);
  for (; at && at.getTime() < now; at = nextCheck(schedule, at, timeZone)) {
    const due = at;
    const ranAt = new Date(due.getTime() + 8000);
    const [run] = await tx
      .insert(monitorRun)
      .values({
        ...{ customerId: customer.id, taskId: task.id, dueAt: due, ranAt, trigger: "schedule", state: "done" },
        checked: watched.length,
      })
      .returning({ id: monitorRun.id });
    for (const silence of silences.filter(
      (one) => one.startedAt <= due && (one.endedAt === null || one.endedAt > due),
    )) {
      const { deviceId, carrierId, exceptionId, lastSeenAt } = silence;
      const key = `${deviceId}:${lastSeenAt.getTime()}`;
      const isNew = !known.has(key);
      if (isNew) known.set(key, follows.submitsOrder ? await insertOrder(tx, task, silence, ranAt, timeZone) : null);
      await tx.insert(monitorFinding).values({
        ...{
          customerId: customer.id,
          taskId: task.id,
          runId: run?.id as number,
          deviceId,
          carrierId,
          lastSeenAt,
          isNew,
        },
        ...{ exceptionId, workOrderId: known.get(key) ?? null },
      });
    }
  }
}

type Silence = {
  deviceId: number;
  carrierId: number | null;
  exceptionId: number;
  name: string;
  startedAt: Date;
  endedAt: Date | null;
  lastSeenAt: Date;
};

/** When these devices were silent, by their exceptions: one for each device and time. */
async function silencesOf(tx: Db, deviceIds: readonly number[]): Promise<Silence[]> {
  const rows = await tx
    .select({ row: exception, name: device.name, lastSeenAt: device.lastSeenAt })
    .from(exception)
    .innerJoin(device, eq(device.id, exception.deviceId))
    .where(
      and(inArray(exception.deviceId, [...deviceIds]), eq(exception.kind, "no-data"), isNull(exception.withdrawnAt)),
    )
    .orderBy(exception.startedAt, exception.id);
  const found = new Map<string, Silence>();
  for (const { row, name, lastSeenAt } of rows) {
    const { id: exceptionId, deviceId, carrierId, startedAt, endedAt } = row;
    const heardAt = endedAt === null && lastSeenAt ? lastSeenAt : new Date(startedAt.getTime() - 15 * MINUTE);
    const key = `${deviceId}:${heardAt.getTime()}`;
    if (found.has(key)) continue;
    found.set(key, { deviceId, carrierId, exceptionId, name, startedAt, endedAt, lastSeenAt: heardAt });
  }
  return [...found.values()];
}

/** The work order that a task submitted about a silence. */
async function insertOrder(
  tx: Db,
  task: typeof monitorTask.$inferSelect,
  { deviceId, carrierId, exceptionId, name }: Silence,
  createdAt: Date,
  timeZone: string,
): Promise<number> {
  const { id: taskId, customerId } = task;
  const taken = await tx
    .select({ number: workOrder.number })
    .from(workOrder)
    .where(eq(workOrder.customerId, customerId));
  const number = numberOf(
    dayKey(createdAt, timeZone),
    taken.map((one) => one.number),
  );
  const [order] = await tx
    .insert(workOrder)
    .values({
      ...{ customerId, number, type: TYPE_OF.task, title: `${name}：离线`, isByRule: true, taskId },
      description: `由监测任务“${task.name}”提交`,
      ...{ cause: "task", causeKey: keyOf("task", deviceId), deviceId, carrierId, exceptionId, createdAt },
      ...{ dueAt: new Date(createdAt.getTime() + DUE_MINUTES * MINUTE), remindMinutes: 60 },
    })
    .returning({ id: workOrder.id });
  const workOrderId = (order as { id: number }).id;
  const event = { kind: "submitted" as const, actorId: null, actorName: "", text: task.name, at: createdAt };
  await tx.insert(workOrderEvent).values({ workOrderId, ...event });
  return workOrderId;
}
