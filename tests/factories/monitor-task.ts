import { randomBytes } from "node:crypto";
import type { Db } from "@/db/client";
import { monitorFinding, monitorRun, monitorTask, monitorTaskTarget } from "@/db/schema";

type Values = Partial<typeof monitorTask.$inferInsert> & { sceneId?: number; carrierId?: number };
const unique = () => randomBytes(5).toString("hex");

/** A stopped task that looks for gateways daily: at a node, at a carrier, or everywhere. */
export async function makeMonitorTask(db: Db, customerId: number, { sceneId, carrierId, ...values }: Values = {}) {
  const [row] = await db
    .insert(monitorTask)
    .values({
      ...{ customerId, name: `task ${unique()}`, kind: "gateway", strategy: "daily", time: "08:00" },
      ...{ isEverywhere: sceneId === undefined && carrierId === undefined, raisesException: false },
      ...{ submitsOrder: false, isRunning: false },
      ...values,
    })
    .returning();
  if (!row) throw new Error("the factory made no row");
  if (sceneId !== undefined) await db.insert(monitorTaskTarget).values({ taskId: row.id, sceneId });
  if (carrierId !== undefined) await db.insert(monitorTaskTarget).values({ taskId: row.id, carrierId });
  return row;
}

type Task = { id: number; customerId: number };

/** A run of a task that found these devices. */
export async function makeMonitorRun(
  db: Db,
  { id: taskId, customerId }: Task,
  found: readonly Pick<typeof monitorFinding.$inferInsert, "deviceId" | "carrierId" | "workOrderId">[] = [],
) {
  const at = new Date();
  const [run] = await db
    .insert(monitorRun)
    .values({ customerId, taskId, dueAt: at, ranAt: at, trigger: "schedule", state: "done", checked: found.length })
    .returning();
  if (!run) throw new Error("the factory made no row");
  for (const one of found)
    await db.insert(monitorFinding).values({
      customerId,
      taskId,
      runId: run.id,
      lastSeenAt: new Date(at.getTime() - 3_600_000),
      isNew: true,
      ...one,
    });
  return run;
}
