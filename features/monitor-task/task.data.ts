import "server-only";
import { eq } from "drizzle-orm";
import type postgres from "postgres";
import type { Db, Sql } from "@/db/client";
import { monitorTask, monitorTaskTarget } from "@/db/schema";
import { scopeArrays } from "@/lib/auth/scope-filter";
import { isVisible, type Visibility } from "@/lib/auth/visibility";
import { notFound } from "@/lib/errors";
import { containsPattern, type Page } from "@/lib/resource/list-query";
import type {
  LastRunDto,
  Named,
  Target,
  TargetChoiceDto,
  TargetDto,
  TargetQuery,
  TaskDto,
  TaskListQuery,
} from "./task.schema";

type Fragment = postgres.PendingQuery<postgres.Row[]>;
export type TaskValues = typeof monitorTask.$inferInsert;
export type TaskRow = typeof monitorTask.$inferSelect;

/** SQL: whether target `t` is visible: a node or a carrier in scope. */
function isShown(sql: Sql, visibility: Visibility): Fragment {
  const { sceneIds } = scopeArrays(visibility.scope);
  const carrier = sql`exists (select from carrier c where c.id = t.carrier_id and ${isVisible(sql, visibility, "carrier", "c")})`;
  return sql`((t.scene_id is not null and ${sceneIds ? sql`t.scene_id = any(${sceneIds}::bigint[])` : sql`true`}) or ${carrier})`;
}

/** SQL: whether task `k` is visible. For an account bound to nodes: if it looks at anything there. */
export function isTaskVisible(sql: Sql, visibility: Visibility): Fragment {
  const { customerIds, sceneIds } = scopeArrays(visibility.scope);
  const own = customerIds ? sql`k.customer_id = any(${customerIds}::bigint[])` : sql`true`;
  if (sceneIds === null) return own;
  if (sceneIds.length === 0) return sql`false`;
  return sql`(${own} and (k.is_everywhere or exists (
    select from monitor_task_target t left join carrier tc on tc.id = t.carrier_id
     where t.task_id = k.id
       and (tc.scene_id = any(${sceneIds}::bigint[])
            or t.scene_id in (
              with recursive up as (
                select id, parent_id from scene where id = any(${sceneIds}::bigint[])
                union select s.id, s.parent_id from scene s join up on s.id = up.parent_id)
              select id from up)))))`;
}

/** SQL: whether finding `f` of device `d` at carrier `c` is visible, by its customer and its node. */
export function isFindingVisible(sql: Sql, { scope }: Visibility): Fragment {
  const { customerIds, sceneIds } = scopeArrays(scope);
  return sql`(${customerIds ? sql`f.customer_id = any(${customerIds}::bigint[])` : sql`true`}
    ${sceneIds ? sql`and coalesce(c.scene_id, d.scene_id) = any(${sceneIds}::bigint[])` : sql``})`;
}

/** SQL: the visible findings of run `r`, as `f`. */
export const findingsOf = (sql: Sql, visibility: Visibility): Fragment => sql`
  monitor_finding f join device d on d.id = f.device_id left join carrier c on c.id = f.carrier_id
  where f.run_id = r.id and ${isFindingVisible(sql, visibility)}`;

export const iso = (sql: Sql, instant: Fragment): Fragment =>
  sql`to_char(${instant} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

const named = (sql: Sql, table: string, id: string): Fragment =>
  sql`(select json_build_object('id', x.id, 'name', x.name) from ${sql(table)} x where x.id = ${sql(id)})`;

type Row = TaskDto & { lastRun: LastRunDto | null };

function select(db: Db, visibility: Visibility, tail: (sql: Sql) => Fragment): Promise<Row[]> {
  const sql = db.$client;
  return sql<Row[]>`
    select k.id::int, k.customer_id::int as "customerId", cu.name as "customerName", cu.time_zone as "timeZone", k.name, k.kind,
           k.is_everywhere as "isEverywhere", k.strategy, k.start_on::text as "startOn", k.weekdays, k.day_of_month as "dayOfMonth",
           k.time, k.interval_count as "intervalCount", k.interval_unit as "intervalUnit", k.until_time as "untilTime",
           k.raises_exception as "raisesException", k.submits_order as "submitsOrder", k.due_minutes as "dueMinutes",
           k.is_running as "isRunning", ${iso(sql, sql`k.next_at`)} as "nextAt", ${iso(sql, sql`k.created_at`)} as "createdAt", k.version,
           ${named(sql, "contact_group", "k.notice_group_id")} as "noticeGroup", ${named(sql, "user_account", "k.assignee_id")} as assignee,
           ${named(sql, "contact_group", "k.group_id")} as "group",
           (select u.name from user_account u where u.id = k.created_by) as "createdBy",
           coalesce(laid.targets, '[]') as targets, coalesce(laid.hidden, 0)::int as "hiddenTargets",
           (select json_build_object('ranAt', ${iso(sql, sql`r.ran_at`)}, 'state', r.state,
                     'found', (select count(*) from ${findingsOf(sql, visibility)}))
              from monitor_run r where r.task_id = k.id order by r.ran_at desc, r.id desc limit 1) as "lastRun"
      from monitor_task k
      join customer cu on cu.id = k.customer_id
      left join lateral (
        select jsonb_agg(jsonb_build_object('kind', p.kind, 'id', p.id, 'name', p.name) order by p.kind desc, lower(p.name))
                 filter (where p.is_shown) as targets,
               count(*) filter (where not p.is_shown) as hidden
          from (select case when t.scene_id is not null then 'scene' else 'carrier' end as kind,
                       coalesce(t.scene_id, t.carrier_id)::int as id, coalesce(ts.name, tc.name) as name,
                       ${isShown(sql, visibility)} as is_shown
                  from monitor_task_target t
                  left join scene ts on ts.id = t.scene_id
                  left join carrier tc on tc.id = t.carrier_id
                 where t.task_id = k.id) p) laid on true
     ${tail(sql)}`;
}

function matching(sql: Sql, visibility: Visibility, query: TaskListQuery): Fragment {
  const { q, kind, strategy, status, customerId } = query;
  return sql`${isTaskVisible(sql, visibility)}
    and ${q ? sql`k.name ilike ${containsPattern(q)}` : sql`true`}
    and ${kind ? sql`k.kind = ${kind}` : sql`true`}
    and ${strategy ? sql`k.strategy = ${strategy}` : sql`true`}
    and ${status ? sql`k.is_running = ${status === "running"}` : sql`true`}
    and ${customerId ? sql`k.customer_id = ${customerId}` : sql`true`}`;
}

/** A page of the visible tasks. */
export async function findTasks(db: Db, visibility: Visibility, query: TaskListQuery): Promise<Page<TaskDto>> {
  const { sort, dir, iDisplayStart, iDisplayLength } = query;
  const items = await select(db, visibility, (sql) => {
    const key = { name: sql`lower(k.name)`, nextAt: sql`k.next_at`, createdAt: sql`k.created_at` }[sort];
    return sql`where ${matching(sql, visibility, query)}
      order by ${key} ${dir === "asc" ? sql`asc` : sql`desc`} nulls last, k.id limit ${iDisplayLength} offset ${iDisplayStart}`;
  });
  const sql = db.$client;
  const [counted] = await sql<{ total: number }[]>`
    select count(*)::int as total from monitor_task k where ${matching(sql, visibility, query)}`;
  return { items, total: counted?.total ?? 0 };
}

/** Throws NOT_FOUND outside the scope. */
export async function getTask(db: Db, visibility: Visibility, id: number): Promise<TaskDto> {
  const [row] = await select(db, visibility, (sql) => sql`where k.id = ${id} and ${isTaskVisible(sql, visibility)}`);
  if (!row) throw notFound("monitorTask", id);
  return row;
}

/** Locks a visible task until the transaction ends. Throws NOT_FOUND. */
export async function lockTask(tx: Db, visibility: Visibility, id: number): Promise<TaskDto> {
  // Locked first and read afterwards: what the row says must be as of the lock.
  await tx.$client`select from monitor_task k where k.id = ${id} and ${isTaskVisible(tx.$client, visibility)} for update`;
  return getTask(tx, visibility, id);
}

/** Counts the tasks of a customer whose row the caller has locked. */
export const countTasks = (tx: Db, customerId: number): Promise<number> =>
  tx.$count(monitorTask, eq(monitorTask.customerId, customerId));

export async function insertTask(tx: Db, values: TaskValues): Promise<number> {
  const [row] = await tx.insert(monitorTask).values(values).returning({ id: monitorTask.id });
  return (row as { id: number }).id;
}

export async function saveTask(tx: Db, id: number, values: Partial<TaskValues>): Promise<void> {
  await tx.update(monitorTask).set(values).where(eq(monitorTask.id, id));
}

/** Deletes a locked task with its runs and findings; its work orders and exceptions stay. */
export async function deleteTask(tx: Db, id: number): Promise<void> {
  await tx.delete(monitorTask).where(eq(monitorTask.id, id));
}

export async function saveTargets(tx: Db, taskId: number, targets: readonly Target[]): Promise<void> {
  await tx.delete(monitorTaskTarget).where(eq(monitorTaskTarget.taskId, taskId));
  if (targets.length === 0) return;
  await tx.insert(monitorTaskTarget).values(targets.map(({ kind, id }) => ({ taskId, [`${kind}Id`]: id })));
}

/** The visible rows among these targets of a customer. */
export function findTargets(
  tx: Db,
  visibility: Visibility,
  customerId: number,
  targets: readonly Target[],
): Promise<TargetDto[]> {
  const sql = tx.$client;
  const { sceneIds } = scopeArrays(visibility.scope);
  const ids = (kind: Target["kind"]) => targets.filter((target) => target.kind === kind).map(({ id }) => id);
  return sql<TargetDto[]>`
    select 'scene' as kind, x.id::int, x.name from scene x
     where x.id = any(${ids("scene")}::bigint[]) and x.customer_id = ${customerId}
       and ${sceneIds ? sql`x.id = any(${sceneIds}::bigint[])` : sql`true`}
    union all
    select 'carrier', x.id::int, x.name from carrier x
     where x.id = any(${ids("carrier")}::bigint[]) and x.customer_id = ${customerId} and ${isVisible(sql, visibility, "carrier", "x")}`;
}

/** The contact groups of a customer, by name. */
export function findGroups(db: Db, customerId: number): Promise<Named[]> {
  return db.$client<Named[]>`
    select id::int, name from contact_group where customer_id = ${customerId} order by lower(name), id`;
}

/** Options of each kind that are offered at once. */
const OFFERED = 12;

/** Nodes and carriers to choose for a task, by name. */
export function findTargetChoices(
  db: Db,
  visibility: Visibility,
  customerId: number,
  { q }: TargetQuery,
): Promise<TargetChoiceDto[]> {
  const sql = db.$client;
  const { sceneIds } = scopeArrays(visibility.scope);
  const within = (column: string) => (sceneIds ? sql`${sql(column)} = any(${sceneIds}::bigint[])` : sql`true`);
  const own = sql`x.customer_id = ${customerId} and ${q ? sql`x.name ilike ${containsPattern(q)}` : sql`true`}`;
  return sql<TargetChoiceDto[]>`
    select k.kind, k.id::int, k.name, k.place
      from ((select 1 as position, 'scene' as kind, x.id, x.name, p.name as place from scene x
              left join scene p on p.id = x.parent_id and ${within("p.id")}
              where ${own} and ${within("x.id")} order by lower(x.name), x.id limit ${OFFERED})
            union all
            (select 2, 'carrier', x.id, x.name, p.name from carrier x left join scene p on p.id = x.scene_id
              where ${own} and ${isVisible(sql, visibility, "carrier", "x")} order by lower(x.name), x.id limit ${OFFERED})) k
     order by k.position, lower(k.name), k.id`;
}
