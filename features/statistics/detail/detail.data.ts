import "server-only";
import type { Db } from "@/db/client";
import { columnsOf, type ProbeSpan } from "@/features/telemetry/ingest/probe.rules";

// Access is checked where the spans are made.

/** The first reading in order of time, epoch ms; null without any. */
export async function findFirst(
  db: Db,
  spans: readonly ProbeSpan[],
  order: "newest" | "oldest",
): Promise<number | null> {
  const { ids, froms, tos } = columnsOf(spans);
  const sql = db.$client;
  const first = sql(order === "newest" ? "newest_readings" : "oldest_readings");
  const [row] = await sql<{ at: number | null }[]>`
    select round(date_part('epoch', ${order === "newest" ? sql`max(r.at)` : sql`min(r.at)`}) * 1000) as at
      from unnest(${ids}::bigint[], ${froms}::float8[], ${tos}::float8[]) as s(probe_id, lo, hi)
     cross join lateral ${first}(s.probe_id, to_timestamp(s.lo / 1000), to_timestamp(s.hi / 1000), 1) r`;
  return row?.at ?? null;
}

export type ReadingAt = { probeId: number; at: number; value: number };

/** The first `limit` readings of each span. */
export async function findFirstReadings(
  db: Db,
  spans: readonly ProbeSpan[],
  order: "newest" | "oldest",
  limit: number,
): Promise<ReadingAt[]> {
  const { ids, froms, tos } = columnsOf(spans);
  const first = db.$client(order === "newest" ? "newest_readings" : "oldest_readings");
  return db.$client<ReadingAt[]>`
    select s.probe_id::int as "probeId", round(date_part('epoch', r.at) * 1000) as at, r.value
      from unnest(${ids}::bigint[], ${froms}::float8[], ${tos}::float8[]) as s(probe_id, lo, hi)
     cross join lateral ${first}(s.probe_id, to_timestamp(s.lo / 1000), to_timestamp(s.hi / 1000), ${limit}) r`;
}
