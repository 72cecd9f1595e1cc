import "server-only";
import type postgres from "postgres";
import type { Db, Sql } from "@/db/client";
import { alarmSilence, alarmSilenceTarget } from "@/db/schema";
import { scopeArrays } from "@/lib/auth/scope-filter";
import { isVisible, type Visibility } from "@/lib/auth/visibility";
import { notFound } from "@/lib/errors";
import { containsPattern, type Page } from "@/lib/resource/list-query";
import { type SilenceState, stateOf } from "./silence.rules";
import type {
  SilenceChoiceDto,
  SilenceChoiceQuery,
  SilenceDto,
  SilenceListQuery,
  SilenceTarget,
  SilenceTargetDto,
} from "./silence.schema";

export type Fragment = postgres.PendingQuery<postgres.Row[]>;

/** An instant in epoch ms. */
export const at = (sql: Sql, column: string) => sql`(extract(epoch from ${sql(column)}) * 1000)::float8`;

/** These nodes and their ancestors. */
const upwards = (sql: Sql, from: Fragment) => sql`(
  with recursive up as (
    select id, parent_id from scene where id in (${from})
    union select scene.id, scene.parent_id from scene join up on scene.id = up.parent_id)
  select id from up)`;

/** Whether target `t` is visible: a node or carrier in scope; a trigger if the whole customer is in scope. */
function isShown(sql: Sql, visibility: Visibility): Fragment {
  const { sceneIds } = scopeArrays(visibility.scope);
  const carrier = sql`exists (select from carrier c where c.id = t.carrier_id and ${isVisible(sql, visibility, "carrier", "c")})`;
  if (sceneIds === null) return sql`(t.carrier_id is null or ${carrier})`;
  return sql`(t.scene_id = any(${sceneIds}::bigint[]) or ${carrier})`;
}

/**
 * Whether silence `s` is visible. For an account bound to nodes: if it targets one of them, or anything that covers a
 * carrier there, since it explains why that carrier raises no alarm.
 */
function isVisibleSilence(sql: Sql, visibility: Visibility): Fragment {
  const { customerIds, sceneIds } = scopeArrays(visibility.scope);
  const own = customerIds ? sql`s.customer_id = any(${customerIds}::bigint[])` : sql`true`;
  if (sceneIds === null) return own;
  return sql`(${own} and exists (
    select from alarm_silence_target t
     where t.silence_id = s.id
       and (${isShown(sql, visibility)}
            or t.scene_id in ${upwards(sql, sql`select unnest(${sceneIds}::bigint[])`)}
            or exists (select from carrier c where c.alarm_trigger_id = t.trigger_id and c.scene_id = any(${sceneIds}::bigint[])))))`;
}

/** Whether `s` covers a carrier by any of its targets. */
export const reaches = (sql: Sql, carrierId: Fragment) => sql`exists (
  select from alarm_silence_target t join carrier c on c.id = ${carrierId} and c.customer_id = s.customer_id
   where t.silence_id = s.id
     and (t.carrier_id = c.id or t.trigger_id = c.alarm_trigger_id
          or t.scene_id in ${upwards(sql, sql`select k.scene_id from carrier k where k.id = ${carrierId}`)}))`;

/** `stateOf` as SQL; a test ensures that both agree. */
function isInState(sql: Sql, state: SilenceState, now: Date): Fragment {
  const instant = sql`${now.toISOString()}::timestamptz`;
  if (state === "ended") return sql`s.ended_at is not null`;
  const when = {
    planned: sql`s.starts_at > ${instant}`,
    active: sql`s.starts_at <= ${instant} and s.ends_at > ${instant}`,
    over: sql`s.ends_at <= ${instant}`,
  }[state];
  return sql`(s.ended_at is null and ${when})`;
}

function matching(sql: Sql, visibility: Visibility, query: SilenceListQuery, now: Date): Fragment {
  const { q, customerId, state, from, to, carrierId } = query;
  const named = q
    ? sql`(s.reason ilike ${containsPattern(q)} or exists (
        select from alarm_silence_target t
          left join carrier tc on tc.id = t.carrier_id
          left join scene ts on ts.id = t.scene_id
          left join alarm_trigger tt on tt.id = t.trigger_id
         where t.silence_id = s.id and ${isShown(sql, visibility)}
           and coalesce(tc.name, ts.name, tt.name) ilike ${containsPattern(q)}))`
    : sql`true`;
  return sql`${isVisibleSilence(sql, visibility)} and ${named}
    and ${customerId ? sql`s.customer_id = ${customerId}` : sql`true`}
    and ${state ? isInState(sql, state, now) : sql`true`}
    and ${from ? sql`coalesce(s.ended_at, s.ends_at) > ${from}::timestamptz` : sql`true`}
    and ${to ? sql`s.starts_at < ${to}::timestamptz` : sql`true`}
    and ${carrierId ? reaches(sql, sql`${carrierId}::bigint`) : sql`true`}`;
}

type Row = Omit<SilenceDto, "state" | "startsAt" | "endsAt" | "createdAt" | "endedAt"> & {
  startsAt: number;
  endsAt: number;
  createdAt: number;
  endedAt: number | null;
};

const iso = (instant: number) => new Date(instant).toISOString();

function dtoOf({ startsAt, endsAt, createdAt, endedAt, ...row }: Row, now: Date): SilenceDto {
  return {
    ...row,
    state: stateOf({ startsAt, endsAt, endedAt }, now.getTime()),
    startsAt: iso(startsAt),
    endsAt: iso(endsAt),
    createdAt: iso(createdAt),
    endedAt: endedAt === null ? null : iso(endedAt),
  };
}

/** Silences with the names of their targets, as far as visible; `tail` filters, orders and limits. */
const select = (db: Db, visibility: Visibility, tail: (sql: Sql) => Fragment) => {
  const sql = db.$client;
  return sql<Row[]>`
    select s.id::int, s.customer_id::int as "customerId", cu.name as "customerName", s.reason,
           ${at(sql, "s.starts_at")} as "startsAt", ${at(sql, "s.ends_at")} as "endsAt", ${at(sql, "s.created_at")} as "createdAt",
           ${at(sql, "s.ended_at")} as "endedAt", maker.name as "createdBy", ender.name as "endedBy",
           coalesce(laid.targets, '[]') as targets, coalesce(laid.hidden, 0)::int as "hiddenTargets"
      from alarm_silence s
      join customer cu on cu.id = s.customer_id
      left join user_account maker on maker.id = s.created_by
      left join user_account ender on ender.id = s.ended_by
      left join lateral (
        select jsonb_agg(jsonb_build_object('kind', k.kind, 'id', k.id, 'name', k.name) order by k.position, lower(k.name))
                 filter (where k.is_shown) as targets,
               count(*) filter (where not k.is_shown) as hidden
          from (select case when t.scene_id is not null then 1 when t.trigger_id is not null then 2 else 3 end as position,
                       case when t.scene_id is not null then 'scene' when t.trigger_id is not null then 'trigger' else 'carrier' end as kind,
                       coalesce(t.scene_id, t.trigger_id, t.carrier_id)::int as id,
                       coalesce(ts.name, tt.name, tc.name) as name, ${isShown(sql, visibility)} as is_shown
                  from alarm_silence_target t
                  left join carrier tc on tc.id = t.carrier_id
                  left join scene ts on ts.id = t.scene_id
                  left join alarm_trigger tt on tt.id = t.trigger_id
                 where t.silence_id = s.id) k) laid on true
     ${tail(sql)}`;
};

export async function findSilences(
  db: Db,
  visibility: Visibility,
  query: SilenceListQuery,
  now: Date,
): Promise<Page<SilenceDto>> {
  const { sort, dir, iDisplayStart, iDisplayLength } = query;
  const [rows, [counted]] = await Promise.all([
    select(db, visibility, (sql) => {
      const direction = dir === "asc" ? sql`asc` : sql`desc`;
      const column = sort === "endsAt" ? sql`coalesce(s.ended_at, s.ends_at)` : sql`s.starts_at`;
      return sql`where ${matching(sql, visibility, query, now)}
        order by ${column} ${direction}, s.id ${direction} limit ${iDisplayLength} offset ${iDisplayStart}`;
    }),
    db.$client<{ total: number }[]>`
      select count(*)::int as total from alarm_silence s where ${matching(db.$client, visibility, query, now)}`,
  ]);
  return { items: rows.map((row) => dtoOf(row, now)), total: counted?.total ?? 0 };
}

/** Throws NOT_FOUND outside the scope. */
export async function getSilence(db: Db, visibility: Visibility, id: number, now: Date): Promise<SilenceDto> {
  const [row] = await select(db, visibility, (sql) => sql`where s.id = ${id} and ${isVisibleSilence(sql, visibility)}`);
  if (!row) throw notFound("silence", id);
  return dtoOf(row, now);
}

/** Locks a silence before reading it, so that concurrent attempts to end it see each other. */
export async function lockSilence(tx: Db, visibility: Visibility, id: number, now: Date): Promise<SilenceDto> {
  await tx.$client`select from alarm_silence s where s.id = ${id} and ${isVisibleSilence(tx.$client, visibility)} for update`;
  return getSilence(tx, visibility, id, now);
}

type Found = SilenceTargetDto & { customerId: number };

/** The visible rows of these targets. A trigger applies everywhere, so it requires the whole customer in scope. */
export function findTargets(tx: Db, visibility: Visibility, targets: readonly SilenceTarget[]): Promise<Found[]> {
  const sql = tx.$client;
  const { customerIds, sceneIds } = scopeArrays(visibility.scope);
  const ids = (kind: SilenceTarget["kind"]) => targets.filter((target) => target.kind === kind).map(({ id }) => id);
  const own = customerIds ? sql`x.customer_id = any(${customerIds}::bigint[])` : sql`true`;
  const at = (column: string) => (sceneIds ? sql`${sql(column)} = any(${sceneIds}::bigint[])` : sql`true`);
  return sql<Found[]>`
    select 'scene' as kind, x.id::int, x.customer_id::int as "customerId", x.name from scene x
     where x.id = any(${ids("scene")}::bigint[]) and ${own} and ${at("x.id")}
    union all
    select 'carrier', x.id::int, x.customer_id::int, x.name from carrier x
     where x.id = any(${ids("carrier")}::bigint[]) and ${isVisible(sql, visibility, "carrier", "x")}
    union all
    select 'trigger', x.id::int, x.customer_id::int, x.name from alarm_trigger x
     where x.id = any(${ids("trigger")}::bigint[]) and ${own} and ${sceneIds === null}`;
}

type NewSilence = {
  customerId: number;
  startsAt: Date;
  endsAt: Date;
  reason: string;
  createdBy: number | null;
  createdAt: Date;
};

export async function insertSilence(tx: Db, values: NewSilence, targets: readonly SilenceTarget[]): Promise<number> {
  const [row] = await tx.insert(alarmSilence).values(values).returning({ id: alarmSilence.id });
  const silenceId = row?.id as number;
  await tx.insert(alarmSilenceTarget).values(targets.map(({ kind, id }) => ({ silenceId, [`${kind}Id`]: id })));
  return silenceId;
}

export async function saveEnd(tx: Db, id: number, end: { endedAt: Date; endedBy: number | null }): Promise<void> {
  const { endedAt, endedBy } = end;
  await tx.$client`
    update alarm_silence set ended_at = ${endedAt.toISOString()}::timestamptz, ended_by = ${endedBy} where id = ${id}`;
}

/** Maximum number of options of each kind. */
const OFFERED = 12;

/** Possible targets of a silence, by name. */
export function findTargetChoices(
  db: Db,
  visibility: Visibility,
  query: SilenceChoiceQuery,
): Promise<SilenceChoiceDto[]> {
  const sql = db.$client;
  const { customerIds, sceneIds } = scopeArrays(visibility.scope);
  const pattern = query.q ? containsPattern(query.q) : null;
  const own = sql`${customerIds ? sql`x.customer_id = any(${customerIds}::bigint[])` : sql`true`}
    and ${query.customerId ? sql`x.customer_id = ${query.customerId}` : sql`true`}
    and ${pattern ? sql`x.name ilike ${pattern}` : sql`true`}`;
  const within = (column: string) => (sceneIds ? sql`${sql(column)} = any(${sceneIds}::bigint[])` : sql`true`);
  // The name of the parent is returned only if it is in scope.
  const above = sql`left join scene p on p.id = x.parent_id and ${within("p.id")}`;
  return sql<SilenceChoiceDto[]>`
    select k.kind, k.id::int, k.customer_id::int as "customerId", cu.name as "customerName", k.name, k.place
      from ((select 1 as position, 'scene' as kind, x.id, x.customer_id, x.name, p.name as place from scene x ${above}
              where ${own} and ${within("x.id")} order by lower(x.name), x.id limit ${OFFERED})
            union all
            (select 2, 'carrier', x.id, x.customer_id, x.name, p.name from carrier x left join scene p on p.id = x.scene_id
              where ${own} and ${isVisible(sql, visibility, "carrier", "x")} order by lower(x.name), x.id limit ${OFFERED})
            union all
            (select 3, 'trigger', x.id, x.customer_id, x.name, null from alarm_trigger x
              where ${own} and ${sceneIds === null} order by lower(x.name), x.id limit ${OFFERED})) k
      join customer cu on cu.id = k.customer_id
     order by k.position, lower(k.name), k.id`;
}
