import "server-only";
import type postgres from "postgres";
import type { Db, Sql } from "@/db/client";
import { atCustomers, scopeArrays } from "@/lib/auth/scope-filter";
import { findSubtree } from "@/lib/auth/subtree";
import { containsPattern } from "@/lib/resource/list-query";
import { range } from "@/lib/resource/range";
import type { Asked } from "../list.data";
import { CALM_FROM, LOW, URGENCIES, type Urgency } from "./rules";
import type { BehindCount, BoardDto, BoardQuery, GatewayBoardQuery } from "./schema";
import { BOARD_STATES, type BoardState } from "./state.rules";

type Fragment = postgres.PendingQuery<postgres.Row[]>;
type Filter = Pick<BoardQuery, "sceneId" | "gatewayId"> & { q?: string | undefined };

const joined = (sql: Sql, parts: Fragment[]) => parts.reduce((list, one) => sql`${list}, ${one}`);

/** Condition on the columns of `judged` for a board state. */
function inState(sql: Sql, state: BoardState | undefined): Fragment {
  if (state === undefined) return sql`true`;
  const online = (["online", "offline", "unknown", "stopped"] as string[]).includes(state);
  if (online) return sql`online_status = ${state}`;
  const column = {
    abnormal: "is_abnormal",
    batteryLow: "battery_low",
    signalWeak: "signal_weak",
    calibrationDue: "calibration_due",
  }[state as "abnormal" | "batteryLow" | "signalWeak" | "calibrationDue"];
  return sql`${sql(column)}`;
}

/** Index in `URGENCIES` of the first entry that applies. */
function urgency(sql: Sql) {
  const holds: Record<Urgency, Fragment> = {
    abnormal: sql`is_abnormal`,
    offline: sql`online_status = 'offline'`,
    expired: sql`calibration_due and calibration = 'expired'`,
    batteryLow: sql`battery_low`,
    signalWeak: sql`signal_weak`,
    dueSoon: sql`calibration_due`,
    unknown: sql`online_status = 'unknown'`,
    online: sql`online_status = 'online'`,
    stopped: sql`true`,
  };
  const cases = URGENCIES.map((name, index) => sql`when ${holds[name]} then ${sql.unsafe(String(index))}`);
  return sql`case ${cases.reduce((list, one) => sql`${list} ${one}`)} end`;
}

/** CTE `judged`: the visible devices below a node with their board states, in one pass. */
function judged(sql: Sql, { visibility, kinds }: Asked, { gatewayId, q }: Filter, nodes: number[] | undefined) {
  const arrays = scopeArrays(visibility.scope);
  const { sceneIds } = arrays;
  const pattern = q && containsPattern(q);
  return sql`
    low as (
      select p.device_id, bool_or(p.measure = 'battery') as battery, bool_or(p.measure = 'signal') as signal
        from probe p join probe_state s on s.probe_id = p.id
       where ${atCustomers(sql, sql`p.customer_id`, arrays)}
         and (p.measure = 'battery' and s.last_value <= ${LOW.battery} or p.measure = 'signal' and s.last_value <= ${LOW.signal})
       group by p.device_id),
    counted as (
      select d.id, d.gateway_id, d.last_seen_at, s.kind, s.sort_name, s.online_status, s.calibration, s.is_abnormal,
             s.online_status <> 'stopped' and coalesce(low.battery, false) as battery_low,
             s.online_status <> 'stopped' and coalesce(low.signal, false) as signal_weak,
             s.online_status <> 'stopped' and s.calibration in ('expired', 'dueSoon') as calibration_due
        from device_state s join device d on d.id = s.device_id left join low on low.device_id = d.id
       where s.kind = any(${[...kinds] as string[]}) and ${atCustomers(sql, sql`s.customer_id`, arrays)}
         ${sceneIds ? sql`and d.scene_id = any(${sceneIds}::bigint[])` : sql``}
         ${nodes ? sql`and d.scene_id = any(${nodes}::bigint[])` : sql``}
         ${gatewayId === "none" ? sql`and d.gateway_id is null and d.kind <> 'gateway'` : sql``}
         ${typeof gatewayId === "number" ? sql`and d.gateway_id = ${gatewayId}` : sql``}
         ${pattern ? sql`and (d.name ilike ${pattern} or d.serial_number ilike ${pattern} or d.mac ilike ${pattern})` : sql``}),
    judged as materialized (select *, ${urgency(sql)} as urgency from counted)`;
}

type Board = Omit<BoardDto, "items"> & { ids: number[]; silentIds: number[] };

const ORDER = { worst: "urgency", name: "sort_name", lastSeenAt: "last_seen_at" } as const;

/**
 * Finds a page of the board: its device ids, those whose gateway is silent, and the counts. Counts by state apply all
 * filters except the state; counts by kind apply all filters except the kind.
 */
export async function findBoard(db: Db, asked: Asked, query: BoardQuery): Promise<Board> {
  const sql = db.$client;
  const { show, kind, sort, dir, iDisplayStart, iDisplayLength } = query;
  const ofKind = kind === undefined ? sql`true` : sql`kind = ${kind}`;
  const direction = dir === "asc" ? sql`asc` : sort === "lastSeenAt" ? sql`desc nulls last` : sql`desc`;
  const counts = BOARD_STATES.map((state) => sql`${state}::text, count(*) filter (where ${inState(sql, state)})`);
  const [row] = await sql<[Board]>`
    with ${judged(sql, asked, query, await findSubtree(db, query.sceneId))},
    page as materialized (
      select id, gateway_id, row_number() over () as place from (
        select id, gateway_id from judged where ${ofKind} and ${inState(sql, show)}
         order by ${sql(ORDER[sort])} ${direction}, sort_name, id ${range(sql, iDisplayStart, iDisplayLength)}) ordered)
    select array(select id::float8 from page order by place) as ids,
           array(select page.id::float8 from page join device_state g on g.device_id = page.gateway_id
                  where g.online_status = 'offline') as "silentIds",
           (select count(*)::int from judged where ${ofKind} and ${inState(sql, show)}) as total,
           (select json_build_object('total', count(*), ${joined(sql, counts)}) from judged where ${ofKind}) as counts,
           (select coalesce(json_object_agg(kind, json_build_object('total', total, 'troubled', troubled)), '{}') from (
             select kind, count(*) as total, count(*) filter (where urgency < ${CALM_FROM}) as troubled
               from judged where ${inState(sql, show)} group by kind) k) as kinds`;
  return row;
}

type Gateways = { gateways: { id: number; behind: BehindCount }[]; total: number; direct: number };

/**
 * Finds a page of gateways with counts of the devices behind each, ordered by the worst of the gateway and its devices.
 */
export async function findGateways(db: Db, asked: Asked, query: GatewayBoardQuery): Promise<Gateways> {
  const sql = db.$client;
  const { q, show, sort, dir, iDisplayStart, iDisplayLength } = query;
  const direction = dir === "asc" ? sql`asc` : sql`desc`;
  const pattern = q && containsPattern(q);
  const named = pattern
    ? sql`and id in (select f.id from device f
            where f.name ilike ${pattern} or f.serial_number ilike ${pattern} or f.mac ilike ${pattern})`
    : sql``;
  const count = (condition: Fragment) => sql`count(b.id) filter (where ${condition})`;
  const [row] = await sql<[Gateways]>`
    with ${judged(sql, asked, { sceneId: query.sceneId }, await findSubtree(db, query.sceneId))},
    hit as (select id, kind, gateway_id from judged where ${inState(sql, show)} ${named}),
    chosen as (
      select g.id, g.sort_name, least(g.urgency, min(b.urgency)) as urgency,
             json_build_object('total', count(b.id), 'online', ${count(sql`b.online_status = 'online'`)},
               'offline', ${count(sql`b.online_status = 'offline'`)}, 'unknown', ${count(sql`b.online_status = 'unknown'`)},
               'troubled', ${count(sql`b.urgency < ${CALM_FROM}`)}) as behind
        from judged g left join judged b on b.gateway_id = g.id
       where g.kind = 'gateway' and (g.id in (select id from hit) or g.id in (select gateway_id from hit))
       group by g.id, g.sort_name, g.urgency),
    page as (select id, behind, row_number() over () as place from (
      select id, behind from chosen order by ${sql(sort === "worst" ? "urgency" : "sort_name")} ${direction}, sort_name, id
       ${range(sql, iDisplayStart, iDisplayLength)}) ordered)
    select (select coalesce(json_agg(json_build_object('id', id, 'behind', behind) order by place), '[]') from page) as gateways,
           (select count(*)::int from chosen) as total,
           (select count(*)::int from hit where kind <> 'gateway' and gateway_id is null) as direct`;
  return row;
}
