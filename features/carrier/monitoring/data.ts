import "server-only";
import type postgres from "postgres";
import type { Db, Sql } from "@/db/client";
import { CARRIER_TYPES, SEVERITIES } from "@/db/enums";
import type { Scope } from "@/lib/auth/scope";
import { atCustomers, scopeArrays } from "@/lib/auth/scope-filter";
import { findSubtree } from "@/lib/auth/subtree";
import { containsPattern } from "@/lib/resource/list-query";
import { DEFAULT_TOLERANCE, MONITOR_STATUSES, MONITORED_MEASURES, type MonitorStatus, STOPPED_STATUSES } from "./rules";
import type { MonitoringPointDto, MonitoringProbeDto, MonitoringQuery, MonitoringSummary, SceneChoice } from "./schema";

/** A point as the database gives it; its states follow by the rules. */
export type PointRow = Omit<MonitoringPointDto, "status" | "probes"> & { probes: Omit<MonitoringProbeDto, "state">[] };

export type PointPage = { items: PointRow[]; total: number; summary: MonitoringSummary };

type Filter = Partial<Pick<MonitoringQuery, "sceneId" | "type" | "status" | "alarmSwitch" | "q" | "ids">>;
export type Fragment = postgres.PendingQuery<postgres.Row[]>;
type Order = Pick<MonitoringQuery, "sort" | "dir" | "iDisplayStart" | "iDisplayLength">;

const TOLERANCE = "device.faultToleranceCoefficient";
const SEVERITY_ORDER: string[] = [...SEVERITIES];
const MEASURES: string[] = [...MONITORED_MEASURES];
const STATES: string[] = [...MONITOR_STATUSES];
const STOPPED: string[] = [...STOPPED_STATUSES];

/** Position of a state in `urgency`; before `abnormal` come the severities of open excursions. */
const rank = (status: MonitorStatus) => SEVERITIES.length + MONITOR_STATUSES.indexOf(status);

/** An instant as epoch milliseconds. */
const ms = (sql: Sql, instant: Fragment) => sql`(extract(epoch from ${instant}) * 1000)::float8`;

/**
 * One page of carriers with their probes, and the counts over all that the filters but those of state let through, in
 * one statement. Its states and order are those of `pointStatus` and `urgency`; a test holds them equal.
 */
export async function findPoints(db: Db, scope: Scope, filter: Filter, order: Order, now: Date): Promise<PointPage> {
  const sql = db.$client;
  const at = sql`to_timestamp(${now.getTime()} / 1000.0)`;
  const nodes = await findSubtree(db, filter.sceneId);
  const [row] = await sql<[PointPage]>`
    with recursive found as materialized (${foundCarriers(sql, scope, { ...filter, nodes }, at)}),
    ${states(sql, at)},
    page as materialized (
      select * from ranked where ${chosen(sql, filter)} order by ${ordering(sql, order)}
       limit ${order.iDisplayLength} offset ${order.iDisplayStart}),
    ${paths(sql, scope)},
    ${excursions(sql)},
    ${mounted(sql, at)}
    select (select coalesce(json_agg(${pointJson(sql)} order by ${ordering(sql, order)}), '[]')
              from page left join mounted on mounted.carrier_id = page.id) as items,
           count(*) filter (where ${chosen(sql, filter)})::int as total,
           json_build_object('total', count(*), 'silenced', count(*) filter (where position in ('off', 'paused')),
             'abnormal', count(*) filter (where state = 'abnormal'), 'offline', count(*) filter (where state = 'offline'),
             'unknown', count(*) filter (where state = 'unknown'), 'normal', count(*) filter (where state = 'normal'),
             'stopped', count(*) filter (where state = 'stopped')) as summary
      from ranked`;
  return row;
}

/** Which carriers; `nodes` are those that they stand at, `inOrder` says that they are read by name. */
type Wanted = Pick<Filter, "ids" | "type" | "q"> & { nodes?: readonly number[] | undefined; inOrder?: boolean };

/** The carriers that the filters let through, `also` among them, with the position of their alarm switch at an instant. */
export function foundCarriers(sql: Sql, scope: Scope, wanted: Wanted, at: Fragment, also = sql``) {
  return sql`
    select c.id, c.customer_id, c.scene_id, c.name, c.type, c.status, c.mode, c.alarm_trigger_id, c.defrost_until,
           c.alarm_paused_until, c.created_at, ${switchPosition(sql, at)} as position,
           c.status = 'defrost' and coalesce(c.defrost_until > ${at}, true) as is_defrosting,
           coalesce(own.content::float8, shipped.coefficient) as coefficient
      from carrier c
     cross join (select coalesce((select content::float8 from parameter where customer_id is null and code = ${TOLERANCE}),
                                 ${DEFAULT_TOLERANCE}::float8) as coefficient) shipped
      left join parameter own on own.customer_id = c.customer_id and own.code = ${TOLERANCE}
     where ${carriersWhere(sql, scope, wanted)} ${also}`;
}

/** Where the alarm switch of a carrier `c` stands at an instant. */
export const switchPosition = (sql: Sql, at: Fragment) => sql`
  case when c.alarm_trigger_id is null then 'none'
       when c.alarm_switch = 'paused' and c.alarm_paused_until <= ${at} then 'on'
       else c.alarm_switch end`;

/**
 * What a carrier `c` must be. The conditions are put together instead of `$1 is null or …`: an index serves a generic
 * plan only then.
 */
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

/** The limits of a probe `p` on a carrier: those of its range for the measure, else those of its trigger. */
function limits(sql: Sql, carrier: Fragment) {
  const own = (limit: Fragment) => sql`case when cz.zone_id is null then t.${limit} else z.${limit} end`;
  return {
    minimum: own(sql`minimum`),
    maximum: own(sql`maximum`),
    joins: sql`
        left join carrier_zone cz on cz.carrier_id = ${carrier}.id and cz.measure = p.measure
        left join zone z on z.id = cz.zone_id
        left join trigger_limits t on t.trigger_id = ${carrier}.alarm_trigger_id and t.measure = p.measure`,
  };
}

/** `ranked`: the found carriers with their state and urgency. */
export function states(sql: Sql, at: Fragment) {
  const isStale = sql`s.last_at < ${at} - d.report_interval_seconds * f.coefficient * interval '1 second'`;
  const { minimum, maximum, joins } = limits(sql, sql`f`);
  return sql`
    trigger_limits as materialized (
      select trigger_id, measure, max(minimum) as minimum, min(maximum) as maximum from alarm_condition
       where kind = 'range' and trigger_id in (select alarm_trigger_id from found)
       group by trigger_id, measure),
    rolled as (
      select f.id, max(s.last_at) as last_at, bool_or(${isStale}) as is_silent,
             bool_or(not ${isStale} and (s.last_value < ${minimum} or (s.last_value > ${maximum} and not f.is_defrosting))) as is_outside
        from found f
        join mounting m on m.carrier_id = f.id and m.unmounted_at is null
        join probe p on p.id = m.probe_id and p.measure = any(${MEASURES})
        join device d on d.id = p.device_id
        join probe_state s on s.probe_id = p.id
        ${joins}
       group by f.id),
    alarms as (
      select e.carrier_id, count(*)::int as count, ${ms(sql, sql`min(e.started_at)`)} as started_at,
             min(array_position(${SEVERITY_ORDER}, e.severity)) - 1 as worst,
             min(array_position(${SEVERITY_ORDER}, e.severity)) filter (where e.kind <> 'no-data') - 1 as excursion,
             (array_agg(e.id order by array_position(${SEVERITY_ORDER}, e.severity), e.started_at))[1] as first_id
        from exception e
       where e.ended_at is null and e.withdrawn_at is null and e.carrier_id in (select id from found)
       group by e.carrier_id),
    ranked as materialized (
      select f.*, r.last_at, a.count, a.worst, a.excursion, a.first_id, a.started_at, u.urgency,
             (${STATES}::text[])[greatest(1, u.urgency - ${SEVERITIES.length - 1})] as state
        from found f
        left join rolled r on r.id = f.id
        left join alarms a on a.carrier_id = f.id
       cross join lateral (
         select case when f.status = any(${STOPPED}) then ${rank("stopped")}::int
                     when a.excursion is not null then a.excursion
                     when r.is_outside then ${rank("abnormal")}::int
                     when r.is_silent then ${rank("offline")}::int
                     when r.last_at is null then ${rank("unknown")}::int
                     else ${rank("normal")}::int end as urgency) u)`;
}

function chosen(sql: Sql, { status, alarmSwitch }: Filter) {
  const positions = alarmSwitch === "silenced" ? ["off", "paused"] : [alarmSwitch ?? ""];
  return sql`true ${status ? sql`and state = ${status}` : sql``}
                  ${alarmSwitch ? sql`and position = any(${positions})` : sql``}`;
}

function ordering(sql: Sql, { sort, dir }: Order) {
  const direction = dir === "desc" ? sql`desc nulls last` : sql`asc nulls last`;
  const types: string[] = [...CARRIER_TYPES];
  const column = {
    worst: sql`urgency`,
    name: sql`lower(name)`,
    type: sql`array_position(${types}, type)`,
    lastAt: sql`last_at`,
  }[sort];
  return sql`${column} ${direction}, lower(name), id`;
}

/** `paths`: the names of the nodes above each carrier of `page`, from the top of what the scope shows. */
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
    'customerName', (select customer.name from customer where customer.id = customer_id),
    'scenePath', (select to_json(names) from paths where paths.scene_id = page.scene_id),
    'defrostUntil', ${ms(sql, sql`defrost_until`)},
    'pausedUntil', case when position = 'paused' then ${ms(sql, sql`alarm_paused_until`)} end,
    'worstExcursion', (${SEVERITY_ORDER}::text[])[excursion + 1],
    'openExceptions', case when count > 0 then json_build_object(
      'count', count, 'worstSeverity', (${SEVERITY_ORDER}::text[])[worst + 1], 'firstId', first_id, 'startedAt', started_at) end,
    'gatewayOnline', mounted.is_online, 'probes', coalesce(mounted.probes, '[]'))`;
}

/** `mounted`: the probes of a row of `page` as JSON, and whether all the gateways behind them were heard in time. */
function mounted(sql: Sql, at: Fragment) {
  const { minimum, maximum, joins } = limits(sql, sql`page`);
  return sql`
    mounted as materialized (
    select page.id as carrier_id, bool_and(coalesce(g.last_seen_at >= ${at} - g.report_interval_seconds * page.coefficient * interval '1 second', false))
             filter (where d.gateway_id is not null) as is_online,
           json_agg(json_build_object(
             'id', p.id, 'measure', p.measure, 'value', s.last_value, 'at', ${ms(sql, sql`s.last_at`)}, 'trend', s.trend,
             'minimum', ${minimum}, 'maximum', ${maximum},
             'staleAfterSeconds', d.report_interval_seconds * page.coefficient, 'calibrationDueOn', d.calibration_due_on,
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

/** `excursions`: the worst open excursion of each probe of the page, as JSON. */
function excursions(sql: Sql) {
  return sql`
    excursions as materialized (
      select distinct on (e.probe_id) e.probe_id,
             json_build_object('exceptionId', e.id, 'severity', e.severity, 'side', e.side, 'minimum', e.minimum,
                               'maximum', e.maximum, 'startedAt', ${ms(sql, sql`e.started_at`)}) as excursion
        from exception e
       where e.carrier_id in (select id from page where excursion is not null)
         and e.kind <> 'no-data' and e.ended_at is null and e.withdrawn_at is null
       order by e.probe_id, array_position(${SEVERITY_ORDER}, e.severity), e.started_at)`;
}

/** Nodes offered as a filter: a list of more is no help, then the uppermost are. */
const MAXIMUM_CHOICES = 300;

/** The nodes of the scope in the order of the tree, the uppermost if there are too many. */
export async function findSceneChoices(db: Db, scope: Scope): Promise<SceneChoice[]> {
  const { customerIds, sceneIds } = scopeArrays(scope);
  return db.$client<SceneChoice[]>`
    with recursive visible as (
      select id, parent_id, name, sort_order from scene
       where (${customerIds}::bigint[] is null or customer_id = any(${customerIds}::bigint[]))
         and (${sceneIds}::bigint[] is null or id = any(${sceneIds}::bigint[]))),
    tree as (
      select v.id, v.name, 0 as depth, array[(v.sort_order, v.name, v.id)] as way from visible v
       where v.parent_id is null or v.parent_id not in (select id from visible)
      union all
      select v.id, v.name, tree.depth + 1, tree.way || (v.sort_order, v.name, v.id)
        from tree join visible v on v.parent_id = tree.id),
    upper_nodes as (select * from tree order by depth, way limit ${MAXIMUM_CHOICES})
    select id::int, name, depth from upper_nodes order by way`;
}
