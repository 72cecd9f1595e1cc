import "server-only";
import type { Db, Sql } from "@/db/client";
import { CARRIER_TYPES, SEVERITIES } from "@/db/enums";
import { EXCURSION_KINDS } from "@/features/exception/kind.rules";
import { HEARTBEAT_SECONDS, SWITCHES } from "@/features/observation/observation.rules";
import type { Scope } from "@/lib/auth/scope";
import { atCustomers, scopeArrays } from "@/lib/auth/scope-filter";
import { findSubtree } from "@/lib/auth/subtree";
import { containsPattern } from "@/lib/resource/list-query";
import { range } from "@/lib/resource/range";
import { type Fragment, limits, tolerance, triggerLimits } from "../status/state.data";
import { STOPPED_STATUSES, urgencyOf } from "./monitoring.rules";
import type { MonitoringPointDto, MonitoringProbeDto, MonitoringQuery, MonitoringSummary } from "./monitoring.schema";
import { MONITOR_STATUSES, type MonitorStatus } from "./point-state.rules";

/** A point as returned by the database; rules derive its states. */
export type PointRow = Omit<MonitoringPointDto, "status" | "probes"> & { probes: Omit<MonitoringProbeDto, "state">[] };

export type PointPage = { items: PointRow[]; total: number; summary: MonitoringSummary };

type Filter = Partial<Pick<MonitoringQuery, "sceneId" | "type" | "status" | "alarmSwitch" | "q" | "ids">>;
type Order = Pick<MonitoringQuery, "sort" | "dir" | "iDisplayStart" | "iDisplayLength">;

const SEVERITY_ORDER: string[] = [...SEVERITIES];
const KINDS: string[] = [...EXCURSION_KINDS];

/** Joins fragments with commas. */
const joined = (sql: Sql, parts: Fragment[]) => parts.reduce((list, one) => sql`${list}, ${one}`);

/** An instant as epoch milliseconds. */
const ms = (sql: Sql, instant: Fragment) => sql`(extract(epoch from ${instant}) * 1000)::float8`;

/**
 * One page of carriers with their probes, and the counts, in one statement. The counts ignore the filters by state.
 * Selection and order use the materialized states.
 */
export async function findPoints(db: Db, scope: Scope, filter: Filter, order: Order, now: Date): Promise<PointPage> {
  const sql = db.$client;
  const at = sql`to_timestamp(${now.getTime()} / 1000.0)`;
  const wanted = { ...filter, nodes: await findSubtree(db, filter.sceneId) };
  const all = MONITOR_STATUSES.map((status) => sql`${sql(status)}`).reduce((sum, one) => sql`${sum} + ${one}`);
  const counted = filter.alarmSwitch
    ? sql`(select count(*) from ranked where ${chosen(sql, filter)})::int`
    : sql`${filter.status ? sql(filter.status) : all}`;
  const heard = tolerance(sql, sql`c.customer_id`);
  const isMore = needsCarrier(filter, order) || scopeArrays(scope).sceneIds !== null;
  const [row] = await sql<[PointPage]>`
    with recursive ranked as ${isMore ? sql`materialized` : sql`not materialized`} (${rankedCarriers(sql, scope, wanted, at, isMore)}),
    chosen as materialized (
      select id, row_number() over () as place from (
        select id from ranked where ${chosen(sql, filter)} order by ${ordering(sql, order)}
         ${range(sql, order.iDisplayStart, order.iDisplayLength)}) ordered),
    page as materialized (
      select chosen.place, c.*, ${switchPosition(sql, at)} as position, ${heard.coefficient} as coefficient
        from chosen join carrier c on c.id = chosen.id ${heard.joins}),
    ${triggerLimits(sql, sql`select id from page`)},
    ${paths(sql, scope)},
    ${alarms(sql)},
    ${excursions(sql)},
    ${mounted(sql, at)},
    counts as materialized (${isMore ? counts(sql) : keptCounts(sql, scope, wanted)})
    select (select coalesce(json_agg(${pointJson(sql)} order by place), '[]')
              from page left join mounted on mounted.carrier_id = page.id left join alarms on alarms.carrier_id = page.id) as items,
           ${counted} as total,
           json_build_object('total', ${all}, 'silenced', (${silenced(sql, scope, wanted, at)}),
             ${joined(
               sql,
               MONITOR_STATUSES.map((status) => sql`${status}::text, ${sql(status)}`),
             )}) as summary
      from counts`;
  return row;
}

/** Selects carriers; `nodes` are their nodes, `inOrder` means that they are read in the order of an index. */
type Wanted = Pick<Filter, "ids" | "type" | "q"> & { nodes?: readonly number[] | undefined; inOrder?: boolean };

/** Whether filter or order need columns beyond the materialized states. */
const needsCarrier = ({ sceneId, alarmSwitch, q, ids }: Filter, { sort }: Order) =>
  [sceneId, alarmSwitch, q, ids].some((value) => value !== undefined) || sort === "type";

/** The carriers that match the filters, with the columns for order. Reads only materialized states if possible. */
function rankedCarriers(sql: Sql, scope: Scope, wanted: Wanted, at: Fragment, isMore: boolean) {
  const columns = sql`s.carrier_id as id, s.urgency, s.sort_name, s.last_at`;
  return isMore
    ? sql`
      select ${columns}, c.type, ${switchPosition(sql, at)} as position
        from monitoring_state s join carrier c on c.id = s.carrier_id
       where ${carriersWhere(sql, scope, wanted)}`
    : sql`select ${columns} from monitoring_state s where ${keptWhere(sql, scope, wanted, true)}`;
}

/** Condition for materialized states or counts `s`. */
const keptWhere = (sql: Sql, scope: Scope, { type }: Wanted, inOrder: boolean) => sql`
  ${atCustomers(sql, sql`s.customer_id`, scopeArrays(scope), inOrder)} ${type === undefined ? sql`` : sql`and s.type = ${type}`}`;

/** The number of carriers per state. */
const counts = (sql: Sql) => {
  const count = (status: MonitorStatus) =>
    sql`(count(*) filter (where ${inState(sql, status)}))::int as ${sql(status)}`;
  return sql`select ${joined(sql, MONITOR_STATUSES.map(count))} from ranked`;
};

/** As `counts`, from the materialized counts. */
const keptCounts = (sql: Sql, scope: Scope, wanted: Wanted) => {
  const count = (status: MonitorStatus) =>
    sql`coalesce(sum(s.count) filter (where ${inState(sql, status)}), 0)::int as ${sql(status)}`;
  return sql`
    select ${joined(sql, MONITOR_STATUSES.map(count))} from carrier_count s where ${keptWhere(sql, scope, wanted, false)}`;
};

/** The number of carriers whose alarm is off or paused. These are few, and a partial index covers them. */
const silenced = (sql: Sql, scope: Scope, wanted: Wanted, at: Fragment) => sql`
  select count(*)::int from carrier c
   where c.alarm_switch <> 'on' and ${switchPosition(sql, at)} in ('off', 'paused') and ${carriersWhere(sql, scope, wanted)}`;

/** Condition: the materialized state is this one. */
export const inState = (sql: Sql, status: MonitorStatus) =>
  status === "abnormal" ? sql`urgency <= ${urgencyOf(status)}` : sql`urgency = ${urgencyOf(status)}`;

/** The alarm switch position of a carrier `c` at an instant. */
export const switchPosition = (sql: Sql, at: Fragment) => sql`
  case when c.alarm_trigger_id is null then 'none'
       when c.alarm_switch = 'paused' and c.alarm_paused_until <= ${at} then 'on'
       else c.alarm_switch end`;

/** Condition for a carrier `c`. Composed instead of `$1 is null or …`, so that a generic plan can use an index. */
export function carriersWhere(sql: Sql, scope: Scope, { ids, nodes, type, q, inOrder }: Wanted) {
  const arrays = scopeArrays(scope);
  const { sceneIds } = arrays;
  return sql`${atCustomers(sql, sql`c.customer_id`, arrays, inOrder && !sceneIds)}
       ${sceneIds ? sql`and c.scene_id = any(${sceneIds}::bigint[])` : sql``}
       ${ids ? sql`and c.id = any(${ids}::bigint[])` : sql``}
       ${nodes ? sql`and c.scene_id = any(${[...nodes]}::bigint[])` : sql``}
       ${type === undefined ? sql`` : sql`and c.type = ${type}`}
       ${q ? sql`and c.name ilike ${containsPattern(q)}` : sql``}`;
}

function chosen(sql: Sql, { status, alarmSwitch }: Filter) {
  const positions = alarmSwitch === "silenced" ? ["off", "paused"] : [alarmSwitch ?? ""];
  return sql`true ${status ? sql`and ${inState(sql, status)}` : sql``}
                  ${alarmSwitch ? sql`and position = any(${positions})` : sql``}`;
}

function ordering(sql: Sql, { sort, dir }: Order) {
  // Must match the index: with an explicit `nulls last`, an ascending index serves ascending order only.
  const direction = dir === "asc" ? sql`asc` : sort === "lastAt" ? sql`desc nulls last` : sql`desc`;
  const types: string[] = [...CARRIER_TYPES];
  const column = {
    worst: sql`urgency`,
    name: sql`sort_name`,
    type: sql`array_position(${types}, type)`,
    lastAt: sql`last_at`,
  }[sort];
  return sql`${column} ${direction}, sort_name, id`;
}

/** `paths`: the names of the nodes above each carrier of `page`, from the topmost node visible in the scope. */
export function paths(sql: Sql, scope: Scope) {
  const { sceneIds } = scopeArrays(scope);
  return sql`
    up as (
      select id as scene_id, parent_id, array[name] as names from scene where id in (select scene_id from page)
      union all
      select up.scene_id, scene.parent_id, scene.name || up.names from up join scene on scene.id = up.parent_id
       where true ${sceneIds ? sql`and scene.id = any(${sceneIds}::bigint[])` : sql``}),
    paths as (select distinct on (scene_id) scene_id, names from up order by scene_id, cardinality(names) desc)`;
}

/** A row of `page` as JSON in the shape of PointRow. */
function pointJson(sql: Sql) {
  return sql`json_build_object(
    'id', page.id, 'name', page.name, 'type', type, 'carrierStatus', status, 'alarmSwitch', position,
    'customerId', customer_id, 'customerName', (select customer.name from customer where customer.id = customer_id),
    'scenePath', (select to_json(names) from paths where paths.scene_id = page.scene_id),
    'defrostUntil', ${ms(sql, sql`defrost_until`)},
    'pausedUntil', case when position = 'paused' then ${ms(sql, sql`alarm_paused_until`)} end,
    'worstExcursion', (${SEVERITY_ORDER}::text[])[excursion],
    'openExceptions', case when count > 0 then json_build_object(
      'count', count, 'worstSeverity', (${SEVERITY_ORDER}::text[])[worst], 'firstId', first_id, 'startedAt', started_at) end,
    'gatewayOnline', mounted.is_online, 'probes', coalesce(mounted.probes, '[]'))`;
}

/** `mounted`: the probes of a row of `page` as JSON, and whether all their gateways are online. */
function mounted(sql: Sql, at: Fragment) {
  const { minimum, maximum, joins } = limits(sql, sql`page`);
  // `paceSeconds` of the observation, as SQL.
  const pace = sql`case when p.measure = any(${[...SWITCHES]}::text[])
                        then greatest(d.report_interval_seconds, ${HEARTBEAT_SECONDS}::int) else d.report_interval_seconds end`;
  return sql`
    mounted as materialized (
    select page.id as carrier_id, bool_and(coalesce(g.last_seen_at >= ${at} - g.report_interval_seconds * page.coefficient * interval '1 second', false))
             filter (where d.gateway_id is not null) as is_online,
           json_agg(json_build_object(
             'id', p.id, 'measure', p.measure, 'value', s.last_value, 'at', ${ms(sql, sql`s.last_at`)}, 'trend', s.trend,
             'minimum', ${minimum}, 'maximum', ${maximum},
             'staleAfterSeconds', ${pace} * page.coefficient, 'calibrationDueOn', d.calibration_due_on,
             'unconfirmed', case when s.invalid_at > s.last_at then (
               select json_build_object('at', ${ms(sql, sql`j.at`)}, 'value', j.value) from unconfirmed_jump(p.id, s.last_at) j) end,
             'excursion', x.excursion) order by p.id) as probes
      from page
      join mounting m on m.carrier_id = page.id and m.unmounted_at is null
      join probe p on p.id = m.probe_id
      join device d on d.id = p.device_id
      left join device g on g.id = d.gateway_id
      left join probe_state s on s.probe_id = p.id
      ${joins}
      left join excursions x on x.probe_id = p.id
     group by page.id)`;
}

/** `alarms`: the number of open exceptions of each carrier of the page, and the worst of them. */
function alarms(sql: Sql) {
  const severity = sql`array_position(${SEVERITY_ORDER}, e.severity)`;
  return sql`
    alarms as materialized (
      select e.carrier_id, count(*)::int as count, ${ms(sql, sql`min(e.started_at)`)} as started_at, min(${severity}) as worst,
             min(${severity}) filter (where e.kind = any(${KINDS})) as excursion,
             (array_agg(e.id order by ${severity}, e.started_at))[1] as first_id
        from exception e
       where e.ended_at is null and e.withdrawn_at is null and e.carrier_id in (select id from page)
       group by e.carrier_id)`;
}

/** `excursions`: the worst open excursion of each probe of the page, as JSON. */
function excursions(sql: Sql) {
  return sql`
    excursions as materialized (
      select distinct on (e.probe_id) e.probe_id,
             json_build_object('exceptionId', e.id, 'kind', e.kind, 'severity', e.severity, 'side', e.side, 'minimum', e.minimum,
                               'maximum', e.maximum, 'startedAt', ${ms(sql, sql`e.started_at`)},
                               'outsideMinutes', e.context->'outsideMinutes', 'windowMinutes', e.context->'windowMinutes') as excursion
        from exception e
       where e.carrier_id in (select carrier_id from alarms where excursion is not null)
         and e.kind = any(${KINDS}) and e.ended_at is null and e.withdrawn_at is null
       order by e.probe_id, array_position(${SEVERITY_ORDER}, e.severity), e.started_at)`;
}

/** Whether a carrier in service has a mounted probe, within the scope. */
export async function findAnyMonitored(db: Db, scope: Scope): Promise<boolean> {
  const sql = db.$client;
  const arrays = scopeArrays(scope);
  const rows = await sql`
    select from carrier c join mounting m on m.carrier_id = c.id and m.unmounted_at is null
     where c.status <> all(${[...STOPPED_STATUSES]}) and ${atCustomers(sql, sql`c.customer_id`, arrays)}
       ${arrays.sceneIds ? sql`and c.scene_id = any(${arrays.sceneIds}::bigint[])` : sql``}
     limit 1`;
  return rows.length > 0;
}
