import "server-only";
import type postgres from "postgres";
import type { Sql } from "@/db/client";
import { MONITORED_MEASURES, SEVERITIES } from "@/db/enums";
import { EXCURSION_KINDS } from "@/features/exception/kind.rules";
import { CHECK_SECONDS, type MaterializedState } from "@/lib/resource/materialized-state";
import { DEFAULT_TOLERANCE, STOPPED_STATUSES, urgencyOf } from "../monitoring/monitoring.rules";

export type Fragment = postgres.PendingQuery<postgres.Row[]>;

const TOLERANCE = "device.faultToleranceCoefficient";
const SEVERITY_ORDER: string[] = [...SEVERITIES];
const KINDS: string[] = [...EXCURSION_KINDS];
const MEASURES: string[] = [...MONITORED_MEASURES];
const STOPPED: string[] = [...STOPPED_STATUSES];

/** How many report intervals a device of a customer may be silent. */
export const tolerance = (sql: Sql, customerId: Fragment) => ({
  coefficient: sql`coalesce(own.content::float8, shipped.coefficient)`,
  joins: sql`
     cross join (select coalesce((select content::float8 from parameter where customer_id is null and code = ${TOLERANCE}),
                                 ${DEFAULT_TOLERANCE}::float8) as coefficient) shipped
      left join parameter own on own.customer_id = ${customerId} and own.code = ${TOLERANCE}`,
});

/** `trigger_limits`: the limits per measure set by the triggers of these carriers. */
export const triggerLimits = (sql: Sql, carriers: Fragment) => sql`
    trigger_limits as materialized (
      select trigger_id, measure, max(minimum) as minimum, min(maximum) as maximum from alarm_condition
       where kind = 'range' and trigger_id in (select alarm_trigger_id from carrier where id in (${carriers}))
       group by trigger_id, measure)`;

/** The limits of a probe `p` on a carrier: from its range for the measure, otherwise from its trigger. */
export function limits(sql: Sql, carrier: Fragment) {
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

/** The state of carriers as SQL; a test ensures that it equals `pointStatus` and `urgency`. */
export const monitoringStates: MaterializedState = {
  table: "monitoring_state",
  recheck: "monitoring_recheck",
  key: "carrier_id",
  counts: { table: "carrier_count", by: ["customer_id", "type", "urgency"] },
  judge: (sql, ids, now) => {
    const at = sql`to_timestamp(${now.getTime()} / 1000.0)`;
    const silence = sql`d.report_interval_seconds * f.coefficient * interval '1 second'`;
    const isStale = sql`s.last_at < ${at} - ${silence}`;
    const { minimum, maximum, joins } = limits(sql, sql`f`);
    const heard = tolerance(sql, sql`c.customer_id`);
    return sql`
      with found as materialized (
        select c.id, c.customer_id, c.type, c.name, c.status, c.alarm_trigger_id, c.defrost_until, ${heard.coefficient} as coefficient,
               c.status = 'defrost' and coalesce(c.defrost_until > ${at}, true) as is_defrosting
          from carrier c ${heard.joins}
         where c.id = any(${ids}::bigint[])),
      ${triggerLimits(sql, sql`select id from found`)},
      rolled as (
        select f.id, max(s.last_at) as last_at, bool_or(${isStale}) as is_silent,
               min(s.last_at + ${silence}) filter (where not ${isStale}) as fresh_until,
               bool_or(not ${isStale} and (s.last_value < ${minimum} or (s.last_value > ${maximum} and not f.is_defrosting))) as is_outside
          from found f
          join mounting m on m.carrier_id = f.id and m.unmounted_at is null
          join probe p on p.id = m.probe_id and p.measure = any(${MEASURES})
          join device d on d.id = p.device_id
          join probe_state s on s.probe_id = p.id
          ${joins}
         group by f.id),
      alarms as (
        select e.carrier_id, min(array_position(${SEVERITY_ORDER}, e.severity)) - 1 as excursion
          from exception e
         where e.ended_at is null and e.withdrawn_at is null and e.kind = any(${KINDS}) and e.carrier_id = any(${ids}::bigint[])
         group by e.carrier_id)
      update monitoring_state k
         set customer_id = f.customer_id, type = f.type, sort_name = lower(f.name), last_at = r.last_at,
             is_silent = coalesce(r.is_silent, true),
             urgency = case when f.status = any(${STOPPED}) then ${urgencyOf("stopped")}::int
                            when a.excursion is not null then a.excursion
                            when r.is_outside then ${urgencyOf("abnormal")}::int
                            when r.is_silent then ${urgencyOf("offline")}::int
                            when r.last_at is null then ${urgencyOf("unknown")}::int
                            else ${urgencyOf("normal")}::int end,
             check_at = least(r.fresh_until + interval '1 millisecond', case when f.is_defrosting then f.defrost_until end,
                              ${at} + ${CHECK_SECONDS} * interval '1 second')
        from found f
        left join rolled r on r.id = f.id
        left join alarms a on a.carrier_id = f.id
       where k.carrier_id = f.id`;
  },
};
