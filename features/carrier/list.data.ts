import "server-only";
import type { Db, Sql } from "@/db/client";
import { CARRIER_STATUSES, CARRIER_TYPES, type CarrierType } from "@/db/enums";
import type { Scope } from "@/lib/auth/scope";
import { atCustomers, scopeArrays } from "@/lib/auth/scope-filter";
import { findSubtree } from "@/lib/auth/subtree";
import { range } from "@/lib/resource/range";
import { abnormalityOf } from "./carrier.rules";
import type { CarrierListQuery, CarrierRowDto } from "./carrier.schema";
import { carriersWhere, findPoints, inState, type PointRow, switchPosition } from "./monitoring/monitoring.data";
import { MONITOR_STATUSES } from "./monitoring/point-state.rules";
import type { Fragment } from "./status/state.data";

/** A row as returned by the database; rules derive its states. */
export type CarrierRow = PointRow &
  Omit<CarrierRowDto, keyof PointRow | "status" | "carrierTypeName"> & {
    carrierType: { name: string | null; base: CarrierType } | null;
  };

/** The list's criteria, limited to the types that the caller may view. */
export type CarrierFilter = Omit<CarrierListQuery, "iDisplayStart" | "iDisplayLength"> & {
  types: readonly CarrierType[];
};
type Range = { start: number; length: number };

const STATUSES: string[] = [...CARRIER_STATUSES];

/** Whether filter or order depend on the materialized states, which then have to be refreshed first. */
export const asksForStates = ({ abnormality, sort }: CarrierFilter) =>
  abnormality !== undefined || sort === "worst" || sort === "lastAt";

/** Whether the filter uses more than types and materialized states. */
function isNarrowed(
  scope: Scope,
  { abnormality: _, sort: _sort, dir: _dir, type: _type, types: _types, ...rest }: CarrierFilter,
) {
  return Object.values(rest).some((value) => value !== undefined) || scopeArrays(scope).sceneIds !== null;
}

/** A range of the ids that match the filter, in its order, and the total. */
export async function findCarrierIds(db: Db, scope: Scope, filter: CarrierFilter, { start, length }: Range, now: Date) {
  const sql = db.$client;
  const at = sql`to_timestamp(${now.getTime()} / 1000.0)`;
  const wanted = { nodes: await findSubtree(db, filter.sceneId), type: filter.type, q: filter.q };
  const byState = asksForStates(filter);
  const isOfStates = !isNarrowed(scope, filter);
  const where = sql`${carriersWhere(sql, scope, { ...wanted, inOrder: filter.sort === "name" && !byState })} ${narrowing(sql, filter)}`;
  const kept = (inOrder: boolean) => sql`
    ${atCustomers(sql, sql`s.customer_id`, scopeArrays(scope), inOrder)} ${ofTypes(sql, sql`s`, filter)}`;
  // The query is not materialized: an index delivers the page, and the total comes from the materialized counts.
  const ranked =
    isOfStates && (filter.sort === "worst" || filter.sort === "lastAt")
      ? sql`select s.carrier_id as id, s.urgency, s.last_at, s.sort_name from monitoring_state s where ${kept(true)}`
      : sql`
      select c.*, ${switchPosition(sql, at)} as position ${byState ? sql`, s.urgency, s.last_at, s.sort_name` : sql``}
        from carrier c ${byState ? sql`join monitoring_state s on s.carrier_id = c.id` : sql``}
       where ${where}`;
  const total = isOfStates
    ? sql`select coalesce(sum(s.count), 0)::int from carrier_count s where ${kept(false)} and ${chosen(sql, filter)}`
    : sql`select count(*)::int from ranked where ${chosen(sql, filter)}`;
  const [row] = await sql<[{ ids: number[]; total: number }]>`
    with ranked as not materialized (${ranked}),
    page as (select id, row_number() over () as place from (
      select id from ranked where ${chosen(sql, filter)} order by ${ordering(sql, filter)}
       ${range(sql, start, length)}) ordered)
    select (select coalesce(json_agg(id order by place), '[]') from page) as ids, (${total}) as total`;
  return row;
}

/** Restricts carriers, states or counts to types. */
const ofTypes = (sql: Sql, table: Fragment, { types, type }: Pick<CarrierFilter, "types" | "type">): Fragment => sql`
    ${types.length === CARRIER_TYPES.length ? sql`` : sql`and ${table}.type = any(${[...types]}::text[])`}
    ${type === undefined ? sql`` : sql`and ${table}.type = ${type}`}`;

/** The devices on a carrier now, mounted by their probes or bound as a whole. */
export const boundDevices = (sql: Sql, carrierId: Fragment) => sql`
  select p.device_id from mounting m join probe p on p.id = m.probe_id
   where m.carrier_id = ${carrierId} and m.unmounted_at is null
  union
  select b.device_id from device_binding b where b.carrier_id = ${carrierId} and b.unbound_at is null`;

function narrowing(sql: Sql, filter: CarrierFilter): Fragment {
  const { customerId, carrierTypeId, status, alarmTriggerId, gatewayId, mode, isTraceable, hasDevices } = filter;
  const { workMode, bearingType } = filter;
  const gateways = sql`
    c.id in (select m.carrier_id from device d
               join probe p on p.device_id = d.id
               join mounting m on m.probe_id = p.id and m.unmounted_at is null
              where d.gateway_id = ${gatewayId ?? 0}
             union
             select b.carrier_id from device d
               join device_binding b on b.device_id = d.id and b.unbound_at is null
              where d.gateway_id = ${gatewayId ?? 0} or d.id = ${gatewayId ?? 0})`;
  const isMounted = sql`
    (exists (select from mounting m where m.carrier_id = c.id and m.unmounted_at is null)
     or exists (select from device_binding b where b.carrier_id = c.id and b.unbound_at is null))`;
  return sql`
    ${ofTypes(sql, sql`c`, { types: filter.types })}
    ${customerId === undefined ? sql`` : sql`and c.customer_id = ${customerId}`}
    ${carrierTypeId === undefined ? sql`` : sql`and c.carrier_type_id = ${carrierTypeId}`}
    ${status === undefined ? sql`` : sql`and c.status = ${status}`}
    ${alarmTriggerId === undefined ? sql`` : sql`and c.alarm_trigger_id = ${alarmTriggerId}`}
    ${gatewayId === undefined ? sql`` : sql`and ${gateways}`}
    ${mode === undefined ? sql`` : sql`and c.mode = ${mode}`}
    ${workMode === undefined ? sql`` : sql`and c.work_mode = ${workMode}`}
    ${bearingType === undefined ? sql`` : sql`and c.bearing_type = ${bearingType}`}
    ${isTraceable === undefined ? sql`` : sql`and c.is_traceable = ${isTraceable}`}
    ${hasDevices === undefined ? sql`` : sql`and ${hasDevices ? sql`` : sql`not`} ${isMounted}`}`;
}

function chosen(sql: Sql, { abnormality, alarmSwitch }: CarrierFilter): Fragment {
  const wanted = MONITOR_STATUSES.filter((status) => abnormalityOf(status) === abnormality);
  const isWanted = wanted
    .map((status) => inState(sql, status))
    .reduce((one, other) => sql`${one} or ${other}`, sql`false`);
  return sql`true ${abnormality ? sql`and (${isWanted})` : sql``}
                  ${alarmSwitch ? sql`and position = ${alarmSwitch}` : sql``}`;
}

function ordering(sql: Sql, { sort, dir }: CarrierFilter): Fragment {
  // Must match the indexes: with an explicit `nulls last`, an ascending index serves ascending order only.
  const isNeverNull = sort === "worst" || sort === "name";
  const direction = dir === "asc" ? sql`asc` : isNeverNull ? sql`desc` : sql`desc nulls last`;
  const column = {
    name: sql`lower(name)`,
    worst: sql`urgency`,
    status: sql`array_position(${STATUSES}::text[], status)`,
    trigger: sql`(select lower(t.name) from alarm_trigger t where t.id = ranked.alarm_trigger_id)`,
    mode: sql`mode`,
    lastAt: sql`last_at`,
    createdAt: sql`created_at`,
  };
  return sql`${column[sort]} ${direction}, ${sort === "worst" || sort === "lastAt" ? sql`sort_name` : sql`lower(name)`}, id`;
}

type Extra = Pick<
  CarrierRow,
  | "id"
  | "customerId"
  | "sceneId"
  | "trigger"
  | "deviceCount"
  | "mode"
  | "workMode"
  | "bearingType"
  | "isTraceable"
  | "carrierType"
  | "version"
>;

/** The carriers in the order of their ids, with live values and bindings. */
export async function findCarrierRows(db: Db, scope: Scope, ids: readonly number[], now: Date): Promise<CarrierRow[]> {
  if (ids.length === 0) return [];
  const order = { sort: "name", dir: "asc", iDisplayStart: 0, iDisplayLength: ids.length } as const;
  const [{ items }, extras] = await Promise.all([
    findPoints(db, scope, { ids: [...ids] }, order, now),
    findExtras(db.$client, ids),
  ]);
  const points = new Map(items.map((point) => [point.id, point]));
  return ids.flatMap((id) => {
    const [point, extra] = [points.get(id), extras.get(id)];
    if (!point || !extra) return [];
    const lastAt = Math.max(0, ...point.probes.map((probe) => probe.at ?? 0));
    return [{ ...point, ...extra, lastAt: lastAt || null }];
  });
}

async function findExtras(sql: Sql, ids: readonly number[]): Promise<Map<number, Extra>> {
  const rows = await sql<Extra[]>`
    select c.id::int, c.customer_id::int as "customerId", c.scene_id::int as "sceneId", c.mode,
           c.work_mode as "workMode", c.bearing_type as "bearingType",
           c.is_traceable as "isTraceable", c.version,
           (select count(*)::int from (${boundDevices(sql, sql`c.id`)}) bound) as "deviceCount",
           case when t.id is not null then json_build_object('id', t.id, 'name', t.name) end as trigger,
           case when ct.id is not null then json_build_object('name', ct.name, 'base', ct.base) end as "carrierType"
      from carrier c
      left join alarm_trigger t on t.id = c.alarm_trigger_id
      left join carrier_type ct on ct.id = c.carrier_type_id
     where c.id = any(${[...ids]}::bigint[])`;
  return new Map(rows.map((row) => [row.id, row]));
}
