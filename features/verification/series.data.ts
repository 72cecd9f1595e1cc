import "server-only";
import { asc, eq } from "drizzle-orm";
import type { Db } from "@/db/client";
import { probe, verificationSeries } from "@/db/schema";
import type { VerifiedMeasure } from "./result.schema";
import type { Readings } from "./sample.rules";

/** A probe whose readings belong to a verification; without a point it is a permanently mounted one. */
export type TaskProbe = { probeId: number; deviceId: number; pointId: number | null; measure: VerifiedMeasure };

/** The probes of the points of a task, one of each measure, and of the devices beside them. */
export async function findTaskProbes(db: Db, taskId: number): Promise<TaskProbe[]> {
  const rows = await db.$client<TaskProbe[]>`
    select distinct on (x.device_id, q.measure) q.id::int as "probeId", x.device_id::int as "deviceId",
           x.point_id::int as "pointId", q.measure
      from (select p.device_id, p.id as point_id from verification_point p where p.task_id = ${taskId}
            union all
            select p.beside_id, null from verification_point p where p.task_id = ${taskId}) x
      join probe q on q.device_id = x.device_id
       and (q.measure = 'temperature' or (q.measure = 'humidity' and x.point_id is not null))
     order by x.device_id, q.measure, x.point_id nulls last, q.channel, q.id`;
  return [...rows];
}

/** The probes of a carrier for a switch such as its door, mounted at an instant (epoch ms). */
export async function findSwitches(db: Db, taskId: number, measure: "door" | "power", at: number): Promise<number[]> {
  const rows = await db.$client<{ id: number }[]>`
    select p.id::int from verification_task v join mounting m on m.carrier_id = v.carrier_id join probe p on p.id = m.probe_id
     where v.id = ${taskId} and p.measure = ${measure} and m.mounted_at <= to_timestamp(${at} / 1000.0)
       and (m.unmounted_at is null or m.unmounted_at > to_timestamp(${at} / 1000.0))
     order by p.id`;
  return rows.map(({ id }) => id);
}

/** The readings of a probe from one instant to another, both included (epoch ms), in order. */
export async function readReadings(db: Db, probeId: number, from: number, to: number): Promise<Readings> {
  const sql = db.$client;
  const [row] = await sql<{ ats: number[] | null; values: number[] | null }[]>`
    select array_agg(round(date_part('epoch', r.at) * 1000) order by r.at) as ats, array_agg(r.value order by r.at) as values
      from readings_between(${probeId}::bigint, to_timestamp(${from} / 1000.0),
                            to_timestamp(${to} / 1000.0) + interval '1 millisecond') r`;
  return { ats: row?.ats ?? [], values: row?.values ?? [] };
}

/** The first reading of a probe from an instant on (epoch ms); null if none. */
export async function findFirst(db: Db, probeId: number, from: number, to: number): Promise<number | null> {
  const sql = db.$client;
  const [row] = await sql<{ at: number }[]>`
    select round(date_part('epoch', at) * 1000) as at
      from oldest_readings(${probeId}::bigint, to_timestamp(${from} / 1000.0), to_timestamp(${to} / 1000.0) + interval '1 millisecond', 1)`;
  return row?.at ?? null;
}

/** The newest reading of a probe in a span (epoch ms); null if none. */
export async function findNewest(
  db: Db,
  probeId: number,
  from: number,
  to: number,
): Promise<{ at: number; value: number } | null> {
  const sql = db.$client;
  const [row] = await sql<{ at: number; value: number }[]>`
    select round(date_part('epoch', at) * 1000) as at, value
      from newest_readings(${probeId}::bigint, to_timestamp(${from} / 1000.0), to_timestamp(${to} / 1000.0) + interval '1 millisecond', 1)`;
  return row ?? null;
}

export type FrozenSeries = Readings & { probeId: number; pointId: number | null; sha256: string };

export async function insertSeries(tx: Db, taskId: number, series: readonly FrozenSeries[]): Promise<void> {
  for (const { ats, values, ...one } of series)
    await tx.insert(verificationSeries).values({ ...one, taskId, ats: [...ats], values: [...values] });
}

export type StoredSeries = FrozenSeries & { deviceId: number; measure: VerifiedMeasure };

/** The frozen readings of a task that the caller has opened, by probe. */
export async function findSeries(db: Db, taskId: number): Promise<StoredSeries[]> {
  const rows = await db
    .select({
      probeId: verificationSeries.probeId,
      pointId: verificationSeries.pointId,
      sha256: verificationSeries.sha256,
      ats: verificationSeries.ats,
      values: verificationSeries.values,
      deviceId: probe.deviceId,
      measure: probe.measure,
    })
    .from(verificationSeries)
    .innerJoin(probe, eq(probe.id, verificationSeries.probeId))
    .where(eq(verificationSeries.taskId, taskId))
    .orderBy(asc(verificationSeries.probeId));
  return rows as StoredSeries[];
}
