import type { Db } from "@/db/client";
import { exportDelivery, exportRun, exportTask } from "@/db/schema";
import { periodRange } from "@/features/export-task/schedule.rules";
import { nextDue, type Recurrence } from "@/lib/datetime/recurrence";
import type { Accounts } from "./accounts";
import type { World } from "./world";

const DAY = 86_400_000;
const CARRIERS = ["胰岛素冷藏柜", "储血冰箱2号"];
const KEEPER = "shebeike@gzyh.example.com";

type DemoTask = Pick<typeof exportTask.$inferInsert, "name" | "kind" | "format" | "period" | "query" | "recipients"> & {
  schedule: Recurrence;
  isPaused?: boolean;
  /** Of each run, the latest last. */
  runs: ({ rows: number; size: number } | { failure: "notFound" })[];
};

/** A weekly one that works, one that is paused, and one whose latest run failed. */
const tasksOf = (carrierIds: string): DemoTask[] => [
  {
    ...{ name: "药剂科冷藏设备周报", kind: "history", format: "xlsx", period: "lastWeek", query: { carrierIds } },
    recipients: [KEEPER],
    schedule: { frequency: "weekly", weekdays: [1], dayOfMonth: null, time: "08:00" },
    runs: [
      { rows: 4032, size: 121_344 },
      { rows: 4030, size: 121_288 },
    ],
  },
  {
    ...{
      name: "异常明细（每日）",
      kind: "exception",
      format: "csv",
      period: "yesterday",
      query: {},
      recipients: [KEEPER],
    },
    schedule: { frequency: "daily", weekdays: [], dayOfMonth: null, time: "07:30" },
    isPaused: true,
    runs: [{ rows: 3, size: 1104 }],
  },
  {
    ...{ name: "停用冰箱的月度数据", kind: "history", format: "pdf", period: "lastMonth" },
    // A carrier that was deleted since.
    query: { carrierIds: "999999999" },
    recipients: [],
    schedule: { frequency: "monthly", weekdays: [], dayOfMonth: 1, time: "06:00" },
    runs: [{ rows: 8928, size: 402_112 }, { failure: "notFound" }],
  },
];

/** The instants at which a task was due last, the latest last. */
function dueBefore(schedule: Recurrence, count: number, now: number, timeZone: string): Date[] {
  const found: Date[] = [];
  for (let at = nextDue(schedule, new Date(now - 70 * DAY), timeZone); at && at.getTime() < now; )
    at = nextDue(schedule, found[found.push(at) - 1] as Date, timeZone);
  return found.slice(-count);
}

/** Inserts scheduled exports of the hospital with their past runs; the files of those have expired. */
export async function insertExportTasks(tx: Db, world: World, accounts: Accounts, now: number): Promise<void> {
  const carriers = world.carriers.filter(({ plan }) => CARRIERS.includes(plan.name));
  const [first] = carriers;
  if (!first) throw new Error(`no carriers ${CARRIERS.join(", ")}`);
  const customerId = first.customer.id;
  const { timeZone } = first.customer.plan;
  const carrierIds = carriers.map(({ id }) => id).join(",");
  for (const { schedule, runs, isPaused = false, ...values } of tasksOf(carrierIds)) {
    const [task] = await tx
      .insert(exportTask)
      .values({
        ...{ ...values, ...schedule, weekdays: [...schedule.weekdays], customerId, userId: accounts.admin, isPaused },
        locale: "zh-CN",
        nextAt: isPaused ? null : nextDue(schedule, new Date(now), timeZone),
        createdAt: new Date(now - 75 * DAY),
      })
      .returning({ id: exportTask.id });
    const taskId = (task as { id: number }).id;
    for (const [index, dueAt] of dueBefore(schedule, runs.length, now, timeZone).entries()) {
      const run = runs[index] as DemoTask["runs"][number];
      const range = periodRange(values.period, null, dueAt, timeZone);
      const outcome =
        "failure" in run
          ? ({ state: "failed", failure: run.failure } as const)
          : ({ state: "done", ...run, fileName: `GM_${values.name}.${values.format}` } as const);
      const [made] = await tx
        .insert(exportRun)
        .values({
          ...{ customerId, taskId, dueAt, trigger: "schedule", ...outcome },
          ...{ createdAt: dueAt, endedAt: new Date(dueAt.getTime() + 4000) },
          ...(range && { fromAt: new Date(range.from), toAt: new Date(range.to) }),
        })
        .returning({ id: exportRun.id });
      if (outcome.state === "done" && values.recipients.length > 0)
        await tx.insert(exportDelivery).values(
          values.recipients.map((recipient) => ({
            ...{ customerId, runId: (made as { id: number }).id, recipient },
            state: "sent" as const,
          })),
        );
    }
  }
}
