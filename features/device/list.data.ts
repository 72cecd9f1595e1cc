import "server-only";
import type postgres from "postgres";
import type { Db, Sql } from "@/db/client";
import type { DeviceKind } from "@/db/enums";
import { atCustomers, scopeArrays } from "@/lib/auth/scope-filter";
import { findSubtree } from "@/lib/auth/subtree";
import { isVisible, type Visibility, visibleRef } from "@/lib/auth/visibility";
import { dayKey } from "@/lib/datetime/zone";
import { containsPattern, type Page } from "@/lib/resource/list-query";
import { range } from "@/lib/resource/range";
import { type NameGroup, type Names, seededNames } from "@/lib/resource/seeded-names";
import { paceOf } from "./device.data";
import { calibrationState, onlineStatus, publicSettings } from "./device.rules";
import type { DeviceDto } from "./device.schema";
import type { DeviceListQuery } from "./list.schema";

type Fragment = postgres.PendingQuery<postgres.Row[]>;
type Filter = Partial<Omit<DeviceListQuery, "iDisplayStart" | "iDisplayLength" | "sort" | "dir">>;
type Order = Pick<DeviceListQuery, "sort" | "dir" | "iDisplayStart" | "iDisplayLength">;

/** Visibility, kinds, time and locale of a query. */
export type Asked = { visibility: Visibility; kinds: readonly DeviceKind[]; now: Date; locale: string };

/** A device as the database returns it; its states are computed by the rules. */
type DeviceRow = Omit<DeviceDto, "onlineStatus" | "calibrationState" | "isAbnormal" | "typeName"> & {
  typeLabel: string | null;
  isShippedType: boolean | null;
  timeZone: string;
};

const TOLERANCE = "device.faultToleranceCoefficient";
/** Shipped value of that parameter. */
const DEFAULT_TOLERANCE = 3;
const NAMES: NameGroup = ["deviceType", "name"];

const ms = (sql: Sql, instant: Fragment) => sql`(extract(epoch from ${instant}) * 1000)::float8`;

/** SQL: seconds of silence after which a device is offline. */
const silence = (sql: Sql) => sql`${paceOf(sql)} * c.coefficient`;

const isOpen = (sql: Sql) => sql`e.ended_at is null and e.withdrawn_at is null`;

/** SQL: devices with the parameters of their customer. */
const source = (sql: Sql) => sql`device d join (
    select k.id, k.name, k.time_zone,
           coalesce(own.content::float8, (select content::float8 from parameter where customer_id is null and code = ${TOLERANCE}),
                    ${DEFAULT_TOLERANCE}::float8) as coefficient
      from customer k left join parameter own on own.customer_id = k.id and own.code = ${TOLERANCE}) c on c.id = d.customer_id`;

/**
 * The text search is materialized first: with an order and a limit the planner would otherwise scan all devices in that
 * order.
 */
function hits(sql: Sql, q: string | undefined) {
  if (!q) return sql``;
  const pattern = containsPattern(q);
  return sql`hits as materialized (select f.id from device f
    where f.name ilike ${pattern} or f.serial_number ilike ${pattern} or f.mac ilike ${pattern}),`;
}

/** Condition on kinds and customers for `table`: a device `d` or its materialized state `s`. */
function owned(sql: Sql, { visibility, kinds }: Asked, { customerId }: Filter, table: Fragment, inOrder: boolean) {
  const [kind] = kinds;
  return sql`
    ${kinds.length === 1 ? sql`${table}.kind = ${kind as string}` : sql`${table}.kind = any(${[...kinds] as string[]})`}
    and ${atCustomers(sql, sql`${table}.customer_id`, scopeArrays(visibility.scope), inOrder)}
    ${customerId === undefined ? sql`` : sql`and ${table}.customer_id = ${customerId}`}`;
}

// Built per query instead of `$1 is null or …`, because a generic plan uses an index only then.
function conditions(sql: Sql, { visibility }: Asked, filter: Filter, nodes: number[] | undefined) {
  const { sceneIds } = scopeArrays(visibility.scope);
  const { q, typeCode, use, custody, configStatus, gatewayId, ids } = filter;
  return sql`
    ${sceneIds ? sql`and d.scene_id = any(${sceneIds}::bigint[])` : sql``}
    ${ids ? sql`and d.id = any(${ids}::bigint[])` : sql``}
    ${q ? sql`and d.id in (select id from hits)` : sql``}
    ${nodes ? sql`and d.scene_id = any(${nodes}::bigint[])` : sql``}
    ${typeCode === undefined ? sql`` : sql`and lower(d.type_code) = lower(${typeCode})`}
    ${use === undefined ? sql`` : sql`and d.use = ${use}`}
    ${custody === undefined ? sql`` : sql`and d.custody = ${custody}`}
    ${configStatus === undefined ? sql`` : sql`and d.config_status = ${configStatus}`}
    ${gatewayId === undefined ? sql`` : sql`and d.gateway_id = ${gatewayId}`}`;
}

const inState = (sql: Sql, { isMounted, isAbnormal, onlineStatus, calibration }: Filter) => sql`
    ${isMounted === undefined ? sql`` : sql`and s.is_mounted = ${isMounted}`}
    ${isAbnormal === undefined ? sql`` : sql`and s.is_abnormal = ${isAbnormal}`}
    ${onlineStatus === undefined ? sql`` : sql`and s.online_status = ${onlineStatus}`}
    ${calibration === undefined ? sql`` : sql`and s.calibration = ${calibration}`}`;

function ordering(sql: Sql, { sort, dir }: Order) {
  const column = {
    name: sql`lower(d.name)`,
    serialNumber: sql`upper(d.serial_number)`,
    typeCode: sql`d.type_code`,
    use: sql`d.use`,
    lastSeenAt: sql`d.last_seen_at`,
    calibrationDueOn: sql`d.calibration_due_on`,
    createdAt: sql`d.created_at`,
  }[sort];
  // Must match the index. With an explicit `nulls last`, an ascending index only serves an ascending order.
  const direction = dir === "asc" ? sql`asc` : sort === "name" ? sql`desc` : sql`desc nulls last`;
  return { column, direction };
}

/** Whether a filter uses materialized states, which then need a refresh. */
export const asksForStates = ({ isMounted, isAbnormal, onlineStatus, calibration }: Filter): boolean =>
  [isMounted, isAbnormal, onlineStatus, calibration].some((value) => value !== undefined);

/** Whether the filter has conditions beyond kind, customer and materialized states. */
const isNarrowed = (
  { visibility }: Asked,
  { sceneId, q, typeCode, use, custody, configStatus, gatewayId, ids }: Filter,
) =>
  [sceneId, q, typeCode, use, custody, configStatus, gatewayId, ids].some((value) => value !== undefined) ||
  scopeArrays(visibility.scope).sceneIds !== null;

/** CTE `found`: ids of the matching devices with their sort key. */
function foundDevices(sql: Sql, asked: Asked, filter: Filter, order: Order, nodes: number[] | undefined) {
  const key = ordering(sql, order).column;
  const [d, s] = [sql`d`, sql`s`];
  if (!asksForStates(filter)) {
    const inOrder = order.sort === "name" && !filter.q && scopeArrays(asked.visibility.scope).sceneIds === null;
    const where = sql`${owned(sql, asked, filter, d, inOrder)} ${conditions(sql, asked, filter, nodes)}`;
    // Without states or a join the page is read in index order, and the total is counted.
    return sql`found as ${filter.q ? sql`materialized` : sql`not materialized`} (select d.id, ${key} as sort_key from device d where ${where})`;
  }
  if (!isNarrowed(asked, filter) && order.sort === "name")
    return sql`found as not materialized (
      select s.device_id as id, s.sort_name as sort_key from device_state s
       where ${owned(sql, asked, filter, s, true)} ${inState(sql, filter)})`;
  return sql`found as materialized (
    select d.id, ${key} as sort_key from device_state s join device d on d.id = s.device_id
     where ${owned(sql, asked, filter, s, false)} ${inState(sql, filter)} ${conditions(sql, asked, filter, nodes)})`;
}

/** Total number of matches. For filters by state alone, stored counts are summed. */
const totalOf = (sql: Sql, asked: Asked, filter: Filter) =>
  isNarrowed(asked, filter)
    ? sql`select count(*)::int from found`
    : sql`select coalesce(sum(s.count), 0)::int from device_count s
           where ${owned(sql, asked, filter, sql`s`, false)} ${inState(sql, filter)}`;

/**
 * SQL: the open secondment of a device `d`, else, if another customer has it, the last one, as JSON in the shape of
 * `DeviceSecondmentDto`.
 */
const secondmentOf = (sql: Sql) => sql`case when d.unit_id is not null then (
  select json_build_object('id', s.id, 'state', s.state, 'isTransfer', s.is_transfer,
           'side', case when s.lender_device_id = d.id then 'lender' else 'borrower' end,
           'other', case when s.lender_device_id = d.id then s.borrower_name else s.lender_name end,
           'startsAt', ${ms(sql, sql`s.starts_at`)}, 'endsAt', ${ms(sql, sql`s.ends_at`)}, 'endedAt', ${ms(sql, sql`s.ended_at`)})
    from secondment s
   where (s.lender_device_id = d.id or s.borrower_device_id = d.id)
     and (s.state in ('planned', 'current') or d.custody in ('absent', 'given'))
   order by s.state in ('planned', 'current') desc, s.id desc limit 1) end`;

/** A row of `page` as JSON in the shape of DeviceRow; computed for the rows of the page only. */
function deviceJson(sql: Sql, visibility: Visibility) {
  return sql`json_build_object(
    'id', d.id, 'kind', d.kind, 'customerId', d.customer_id, 'customerName', c.name, 'timeZone', c.time_zone,
    'sceneId', d.scene_id, 'sceneName', (select name from scene where scene.id = d.scene_id),
    'typeCode', d.type_code, 'typeLabel', t.name, 'isShippedType', t.is_shipped,
    'serialNumber', d.serial_number, 'mac', coalesce(d.mac, ''), 'name', d.name, 'description', d.description,
    'use', d.use, 'configStatus', d.config_status, 'custody', d.custody, 'secondment', ${secondmentOf(sql)},
    'openExceptions', (select count(*) from exception e where e.device_id = d.id and ${isOpen(sql)}),
    'slowPaceSeconds', (select max((e.context->>'paceSeconds')::int) from exception e where e.device_id = d.id and e.kind = 'slow' and ${isOpen(sql)}),
    'gateway', (select ${visibleRef(sql, visibility, "device", "g")} from device g where g.id = d.gateway_id),
    'carriers', (select coalesce(json_agg(${visibleRef(sql, visibility, "carrier", "k")} order by lower(k.name)), '[]')
                   from carrier k where k.id in (
                     select m.carrier_id from probe p join mounting m on m.probe_id = p.id and m.unmounted_at is null
                      where p.device_id = d.id
                      union select b.carrier_id from device_binding b where b.device_id = d.id and b.unbound_at is null)),
    'probes', (select coalesce(json_agg(json_build_object('id', p.id, 'measure', p.measure, 'channel', p.channel, 'value', s.last_value,
                        'at', ${ms(sql, sql`s.last_at`)}, 'faultAt', ${ms(sql, sql`s.fault_at`)}, 'trend', s.trend,
                        'unconfirmed', case when s.invalid_at > s.last_at then (
                          select json_build_object('at', ${ms(sql, sql`j.at`)}, 'value', j.value) from unconfirmed_jump(p.id, s.last_at) j) end)
                        order by p.id), '[]')
                 from probe p left join probe_state s on s.probe_id = p.id where p.device_id = d.id),
    'reportIntervalSeconds', d.report_interval_seconds, 'staleAfterSeconds', ${silence(sql)},
    'lastSeenAt', ${ms(sql, sql`d.last_seen_at`)}, 'firmware', d.firmware, 'utcOffsetHours', d.utc_offset_hours,
    'settings', d.settings, 'calibrationDueOn', d.calibration_due_on,
    'hasCertificate', exists (select from calibration k where k.device_id = d.id and k.revoked_at is null),
    'behind', case when d.kind = 'gateway' then (select count(*) from device b where b.gateway_id = d.id and ${isVisible(sql, visibility, "device", "b")}) else 0 end,
    'createdAt', ${ms(sql, sql`d.created_at`)}, 'version', d.version)`;
}

const typeName = ({ typeCode, typeLabel, isShippedType }: DeviceRow, names: Names): string =>
  typeLabel === null ? typeCode : isShippedType && typeLabel === typeCode ? (names[typeCode] ?? typeCode) : typeLabel;

function toDto(row: DeviceRow, now: Date, names: Names): DeviceDto {
  const { typeLabel: _label, isShippedType: _shipped, timeZone, ...rest } = row;
  return {
    ...rest,
    typeName: typeName(row, names),
    settings: publicSettings(row.settings),
    isAbnormal: row.openExceptions > 0,
    onlineStatus: onlineStatus(row, now.getTime()),
    calibrationState: calibrationState(row.calibrationDueOn, dayKey(now, timeZone)),
  };
}

/** A page of devices. States are computed by `rules`; filters by state use the materialized states. */
export async function findDevices(db: Db, asked: Asked, filter: Filter, order: Order): Promise<Page<DeviceDto>> {
  const sql = db.$client;
  const { column, direction } = ordering(sql, order);
  const found = foundDevices(sql, asked, filter, order, await findSubtree(db, filter.sceneId));
  // With an array of ids the planner estimates few rows; for a join it would assume a tenth of all devices.
  const [row] = await sql<[{ items: DeviceRow[]; total: number }]>`
    with ${hits(sql, filter.q)} ${found},
    page as (select id from found order by sort_key ${direction}, id
              ${range(sql, order.iDisplayStart, order.iDisplayLength)})
    select (select coalesce(json_agg(${deviceJson(sql, asked.visibility)} order by ${column} ${direction}, d.id), '[]')
              from ${source(sql)} left join device_type t on lower(t.code) = lower(d.type_code)
             where d.id = any(array(select id from page))) as items,
           (${totalOf(sql, asked, filter)}) as total`;
  const names = await seededNames(asked.locale, NAMES);
  return { items: row.items.map((item) => toDto(item, asked.now, names)), total: row.total };
}

/** One device; undefined if it does not exist or is not visible. */
export async function findDevice(db: Db, asked: Asked, id: number): Promise<DeviceDto | undefined> {
  const first = { sort: "name", dir: "asc", iDisplayStart: 0, iDisplayLength: 1 } as const;
  return (await findDevices(db, asked, { ids: [id] }, first)).items[0];
}
