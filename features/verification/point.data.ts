import "server-only";
import { and, eq } from "drizzle-orm";
import type { Db } from "@/db/client";
import { verificationMark, verificationPoint } from "@/db/schema";
import { isVisible, type Visibility, visibleName } from "@/lib/auth/visibility";
import { AppError } from "@/lib/errors";
import { containsPattern } from "@/lib/resource/list-query";
import { isRunningTask, ms } from "./task.data";
import type { DeviceChoiceDto, MarkDto, PointDto, PointInput } from "./task.schema";

/** The points of a task that the caller has opened, in order. The newest readings only `withLatest`. */
export async function findPoints(
  db: Db,
  visibility: Visibility,
  taskId: number,
  withLatest = false,
): Promise<PointDto[]> {
  const sql = db.$client;
  const rows = await sql<PointDto[]>`
    select p.id::int, p.label, p.point_class as "pointClass", p.x, p.y, p.height_metres as "heightMetres",
           case when d.id is not null then json_build_object('id', d.id, 'dueOn', d.calibration_due_on,
             'reportIntervalSeconds', d.report_interval_seconds, 'name', ${visibleName(sql, visibility, "device", "d")}) end as device,
           case when b.id is not null then json_build_object('id', b.id,
             'name', ${visibleName(sql, visibility, "device", "b")}) end as beside,
           ${
             withLatest
               ? sql`(select json_build_object('value', s.last_value, 'at', ${ms(sql, "s.last_at")})
                        from probe q join probe_state s on s.probe_id = q.id
                       where q.device_id = p.device_id and q.measure = 'temperature' and s.last_at is not null
                       order by q.channel, q.id limit 1)`
               : sql`null`
           } as latest
      from verification_point p left join device d on d.id = p.device_id left join device b on b.id = p.beside_id
     where p.task_id = ${taskId} order by p.id`;
  return [...rows];
}

type StartFacts = { busy: string | null; isAway: boolean; hasTemperature: boolean; hasHumidity: boolean };
export type StartPoint = PointDto & StartFacts;

/**
 * The points of a task with what decides whether it can start and last until `end`. Locks their devices against a second
 * start, and against being lent or disabled.
 */
export async function lockPoints(tx: Db, visibility: Visibility, taskId: number, end: Date): Promise<StartPoint[]> {
  const sql = tx.$client;
  await sql`
    select from device d
     where d.id in (select unnest(array[device_id, beside_id]) from verification_point where task_id = ${taskId})
     order by d.id for update`;
  const points = await findPoints(tx, visibility, taskId);
  const at = sql`${end.toISOString()}::timestamptz`;
  const rows = await sql<(StartFacts & { id: number })[]>`
    select p.id::int,
           (select v.number from verification_point o join verification_task v on v.id = o.task_id
             where o.device_id = p.device_id and o.task_id <> ${taskId} and ${isRunningTask(sql)} and v.state <> 'comparing'
             order by v.id limit 1) as busy,
           exists (select from device d where d.id in (p.device_id, p.beside_id)
                    and (d.use = 'deactivated' or d.custody not in ('own', 'borrowed')
                         or exists (select from secondment s
                                     where s.lender_device_id = d.id and s.state = 'planned' and s.starts_at < ${at}
                                        or s.borrower_device_id = d.id and s.state = 'current' and s.ends_at < ${at}))) as "isAway",
           exists (select from probe q where q.device_id = p.device_id and q.measure = 'temperature') as "hasTemperature",
           exists (select from probe q where q.device_id = p.device_id and q.measure = 'humidity') as "hasHumidity"
      from verification_point p where p.task_id = ${taskId}`;
  const factsOf = new Map(rows.map(({ id, ...facts }) => [id, facts]));
  const none: StartFacts = { busy: null, isAway: false, hasTemperature: false, hasHumidity: false };
  return points.map((point) => ({ ...point, ...(factsOf.get(point.id) ?? none) }));
}

/** Throws NOT_FOUND with the field for a device that is not visible or of another customer. */
export async function assertDevices(
  tx: Db,
  visibility: Visibility,
  customerId: number,
  points: readonly PointInput[],
): Promise<void> {
  const ids = [...new Set(points.flatMap(({ deviceId, besideId }) => [deviceId ?? [], besideId ?? []].flat()))];
  const sql = tx.$client;
  const rows = await sql<{ id: number }[]>`
    select d.id::int from device d
     where d.id = any(${ids}::bigint[]) and d.customer_id = ${customerId} and d.use <> 'deactivated'
       and ${isVisible(sql, visibility, "device", "d")} for share`;
  const known = new Set(rows.map(({ id }) => id));
  for (const [index, point] of points.entries())
    for (const field of ["deviceId", "besideId"] as const) {
      const id = point[field];
      if (id === null || known.has(id)) continue;
      const path = `points.${index}.${field}`;
      const issue = { path, rule: "reference", message: "refers to a record that does not exist" };
      throw new AppError("NOT_FOUND", `${path}: not found`, { issues: [issue] });
    }
}

/** Replaces the points of a locked task that has not started. */
export async function replacePoints(tx: Db, taskId: number, points: readonly PointInput[]): Promise<void> {
  await tx.delete(verificationPoint).where(eq(verificationPoint.taskId, taskId));
  if (points.length > 0) await tx.insert(verificationPoint).values(points.map((point) => ({ ...point, taskId })));
}

type Asked = { id: number; customerId: number; carrierId: number };

/** The devices that can measure points of a task, those of the customer that measure temperature, by name. */
export async function findDevices(
  db: Db,
  visibility: Visibility,
  { id, customerId, carrierId }: Asked,
  { q, limit }: { q: string | undefined; limit: number },
): Promise<DeviceChoiceDto[]> {
  const sql = db.$client;
  const pattern = q ? containsPattern(q) : null;
  const rows = await sql<DeviceChoiceDto[]>`
    select d.id::int, d.name, d.serial_number as "serialNumber", d.calibration_due_on as "dueOn",
           d.report_interval_seconds as "reportIntervalSeconds",
           exists (select from probe p where p.device_id = d.id and p.measure = 'humidity') as "hasHumidity",
           exists (select from probe p join mounting m on m.probe_id = p.id and m.unmounted_at is null
                    where p.device_id = d.id and m.carrier_id = ${carrierId}) as "isMountedHere",
           (select v.number from verification_point o join verification_task v on v.id = o.task_id
             where o.device_id = d.id and o.task_id <> ${id} and ${isRunningTask(sql)} and v.state <> 'comparing' limit 1) as busy
      from device d
     where d.customer_id = ${customerId} and d.use <> 'deactivated' and ${isVisible(sql, visibility, "device", "d")}
       and exists (select from probe p where p.device_id = d.id and p.measure = 'temperature')
       ${pattern ? sql`and (d.name ilike ${pattern} or d.serial_number ilike ${pattern})` : sql``}
     order by 8 nulls first, lower(d.name), d.id limit ${limit}`;
  return [...rows];
}

/** The notes of doors and power cuts of a task, in order of time. */
export async function findMarks(db: Db, taskId: number): Promise<MarkDto[]> {
  const sql = db.$client;
  const rows = await sql<MarkDto[]>`
    select id::int, test, ${ms(sql, "from_at")} as "from", ${ms(sql, "to_at")} as "to", actor_name as "actorName"
      from verification_mark where task_id = ${taskId} order by from_at, id`;
  return [...rows];
}

export async function insertMark(tx: Db, values: typeof verificationMark.$inferInsert): Promise<void> {
  await tx.insert(verificationMark).values(values);
}

export async function deleteMark(tx: Db, taskId: number, id: number): Promise<boolean> {
  const rows = await tx
    .delete(verificationMark)
    .where(and(eq(verificationMark.id, id), eq(verificationMark.taskId, taskId)))
    .returning({ id: verificationMark.id });
  return rows.length > 0;
}
