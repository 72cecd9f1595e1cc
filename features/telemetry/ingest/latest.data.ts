import "server-only";
import type { Db } from "@/db/client";
import { MONITORED_MEASURES } from "@/db/enums";
import type { Turn } from "./latest.rules";

/** A carrier whose state may have turned. */
export type TurnedCarrier = { carrierId: number; customerId: number };

const MEASURES: string[] = [...MONITORED_MEASURES];

/**
 * Stores the newest instant of the carriers of these probes and marks those dirty whose state may have changed: a value
 * crossed a limit, or a silence ended. A state that is locked by another transaction is marked dirty too, so that
 * batches of the same carriers never wait for each other. Returns the carriers whose state has probably turned: a limit
 * was crossed, or a probe of a silent carrier was heard again after more than its report interval.
 */
export async function recordValueChanges(tx: Db, turns: readonly Turn[]): Promise<TurnedCarrier[]> {
  const sql = tx.$client;
  const column = <K extends keyof Turn>(key: K) => turns.map((turn) => turn[key]);
  return sql<TurnedCarrier[]>`
    with limits as materialized (
      select n.*, c.id as carrier_id,
             n.at - n.old_at > d.report_interval_seconds * 1000.0 as is_back,
             case when cz.zone_id is null then t.minimum else z.minimum end as minimum,
             case when cz.zone_id is null then t.maximum else z.maximum end as maximum
        from unnest(${column("probeId")}::bigint[], ${column("oldValue")}::float8[], ${column("value")}::float8[],
                    ${column("oldAt")}::float8[], ${column("at")}::float8[]) as n(probe_id, old_value, value, old_at, at)
        join probe p on p.id = n.probe_id and p.measure = any(${MEASURES})
        join device d on d.id = p.device_id
        join mounting m on m.probe_id = n.probe_id and m.unmounted_at is null
        join carrier c on c.id = m.carrier_id
        left join carrier_zone cz on cz.carrier_id = c.id and cz.measure = p.measure
        left join zone z on z.id = cz.zone_id
        left join lateral (
          select max(minimum) as minimum, min(maximum) as maximum from alarm_condition a
           where a.trigger_id = c.alarm_trigger_id and a.kind = 'range' and a.measure = p.measure) t on true),
    turned as materialized (
      select carrier_id, to_timestamp(max(at) / 1000) as newest, bool_or(is_back) as is_back,
             bool_or((old_value > maximum, old_value < minimum, old_value is null)
                     is distinct from (value > maximum, value < minimum, value is null)) as has_crossed
        from limits group by carrier_id),
    held as materialized (
      select carrier_id, is_silent from monitoring_state where carrier_id in (select carrier_id from turned)
       order by carrier_id for no key update skip locked),
    kept as (
      update monitoring_state k set last_at = turned.newest from held join turned using (carrier_id)
       where k.carrier_id = held.carrier_id and (k.last_at is null or k.last_at < turned.newest)),
    dirty as materialized (
      select carrier_id, has_crossed or coalesce(is_back, true) as has_turned from turned left join held using (carrier_id)
       where has_crossed or held.is_silent is distinct from false),
    noted as (insert into monitoring_recheck select carrier_id from dirty)
    select c.id::int as "carrierId", c.customer_id::int as "customerId"
      from dirty join carrier c on c.id = dirty.carrier_id where has_turned`;
}
