import "server-only";
import type { Db } from "@/db/client";

/** New values as columns of equal length; `at` in epoch milliseconds. */
export type ReadingColumns = {
  readonly probeId: readonly number[];
  readonly at: readonly number[];
  readonly value: readonly number[];
};

/** Inserts one row per batch, whatever its size, so that the cost does not grow with the number of targets. */
export async function insertReadingBatch(tx: Db, customerId: number, columns: ReadingColumns): Promise<void> {
  let firstAt = Number.POSITIVE_INFINITY;
  for (const at of columns.at) if (at < firstAt) firstAt = at;
  const content = JSON.stringify({ probeId: columns.probeId, at: columns.at, value: columns.value });
  await tx.$client`
    insert into forward_batch (customer_id, kind, size, first_at, content)
    values (${customerId}, 'readings', ${columns.at.length}, to_timestamp(${firstAt}::float8 / 1000), ${content}::text::jsonb)`;
}
