import "server-only";
import type { Db } from "@/db/client";

/** The latest value of a probe with its change per minute; undefined if it has none. */
export async function findCurrent(
  db: Db,
  probeId: number,
): Promise<{ at: number; value: number; trend: number | null } | undefined> {
  const [row] = await db.$client<{ at: number; value: number; trend: number | null }[]>`
    select (extract(epoch from last_at) * 1000)::float8 as at, last_value as value, trend from probe_state
     where probe_id = ${probeId} and last_at is not null and last_value is not null`;
  return row;
}

/** The readings of a probe between two instants (epoch ms), in order of time. */
export async function findRecent(
  db: Db,
  probeId: number,
  { from, to }: { from: number; to: number },
): Promise<{ at: number; value: number }[]> {
  return db.$client<{ at: number; value: number }[]>`
    select (extract(epoch from at) * 1000)::float8 as at, value from reading
     where probe_id = ${probeId} and at > to_timestamp(${from}::float8 / 1000) and at <= to_timestamp(${to}::float8 / 1000)
     order by at`;
}
