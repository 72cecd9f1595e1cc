import "server-only";
import { z } from "zod";
import { dropPartitions, ensurePartitions, type Partition } from "@/db/partitions";
import { reindexPartition } from "@/db/reindex-partitions";
import { log } from "@/lib/log/log";
import { defineJob, type JobContext } from "@/lib/queue/define-job";
import { clearSpan, findRetention, saveCleared, saveMarks } from "./data";
import { droppable, droppableBefore, nextMarks, pendingOf, type Retention } from "./rules";

/** Partitions are created this long before the first reading that needs one. */
const AHEAD_MS = 62 * 86_400_000;

/**
 * Creates partitions ahead of time and drops data beyond retention: whole partitions if it applies to all customers,
 * row by row if others retain more. Dropped data was announced at least an hour before and rejected since, so no
 * transaction works on it.
 */
export const applyRetention = defineJob({
  name: "telemetry.retain",
  payload: z.object({}),
  everySeconds: 1800,
  async run(_payload, ctx) {
    const { db, now } = ctx;
    await ensurePartitions(db.$client, now.getTime(), now.getTime() + AHEAD_MS);
    const found = await findRetention(db, null);
    const next = nextMarks(found, now.getTime());
    const all = droppable(found, next, now.getTime());
    const dropped = await dropPartitions(db.$client, isOverFor(all));
    if (dropped.length > 0) log.info({ partitions: dropped }, "history: partitions are dropped by retention");
    for (const one of all) await clear(ctx, one);
    await saveMarks(db, next, now.getTime());
  },
});

/** Physically orders the readings of past months, one month after the other (decision 027). */
export const maintainHistory = defineJob({
  name: "telemetry.maintain",
  payload: z.object({}),
  everySeconds: 6 * 3600,
  async run(_payload, { db, now, signal }) {
    while (!signal.aborted) {
      const settled = await reindexPartition(db.$client, now.getTime(), signal).catch((error: unknown) => {
        if (signal.aborted) return null;
        throw error;
      });
      if (settled === null) return;
      log.info({ partition: settled }, "history: a month is laid in order");
    }
  },
});

function isOverFor(all: readonly Retention[]): (partition: Partition) => boolean {
  const before = { reading: droppableBefore(all, "readings"), position: droppableBefore(all, "positions") };
  return ({ table, toMs }) => toMs <= (before[table] ?? 0);
}

async function clear({ db, signal }: JobContext, retention: Retention): Promise<void> {
  const { customerId } = retention;
  for (const what of ["readings", "positions"] as const) {
    const span = pendingOf(retention, what);
    if (!span || !(await clearSpan(db, what, customerId, span, signal))) continue;
    await saveCleared(db, customerId, { [`${what}Cleared`]: span.toMs });
    log.info({ customerId, what, before: new Date(span.toMs).toISOString() }, "history: cleared by retention");
  }
}
