import "server-only";
import type { Db } from "@/db/client";
import type { CarrierType, Measure } from "@/db/enums";
import { KINDS_WITH_FIGURES } from "@/features/exception/kind.rules";
import { longestStepMs } from "@/features/observation/observation.rules";
import type { Scope } from "@/lib/auth/scope";
import { atCustomers, scopeArrays } from "@/lib/auth/scope-filter";
import { containsPattern } from "@/lib/resource/list-query";
import type { Range } from "./period.rules";
import type { Excursions, Mounted } from "./statistic.rules";

/** The carriers of a selection. */
export type Chosen = {
  sceneId?: number | undefined;
  carrierType?: CarrierType | undefined;
  carrierId?: number | undefined;
  q?: string | undefined;
};

/** Condition for carriers `c`: in the scope and chosen; a place stands for its subtree. */
function chosenCarriers(db: Db, scope: Scope, { sceneId, carrierType, carrierId, q }: Chosen) {
  const sql = db.$client;
  const arrays = scopeArrays(scope);
  return sql`${atCustomers(sql, sql`c.customer_id`, arrays)}
    ${arrays.sceneIds ? sql`and c.scene_id = any(${arrays.sceneIds}::bigint[])` : sql``}
    ${carrierType ? sql`and c.type = ${carrierType}` : sql``}
    ${carrierId ? sql`and c.id = ${carrierId}` : sql``}
    ${q ? sql`and c.name ilike ${containsPattern(q)}` : sql``}
    ${
      sceneId
        ? sql`and c.scene_id in (
            with recursive tree as (
              select ${sceneId}::bigint as id union select n.id from scene n join tree on n.parent_id = tree.id)
            select id from tree)`
        : sql``
    }`;
}

type MountedRow = Omit<Mounted, "observation"> & {
  reportIntervalSeconds: number;
  mountedAt: number;
  unmountedAt: number | null;
  minimum: number | null;
  maximum: number | null;
};

/**
 * The probes of a measure on the chosen carriers within the range, once for each mounting. Limits are those of the
 * carrier's range, or else of its trigger. At most `limit` rows.
 */
export async function findMounted(
  db: Db,
  scope: Scope,
  chosen: Chosen,
  measures: readonly Measure[],
  { from, to }: Range,
  limit: number,
): Promise<Mounted[]> {
  const rows = await db.$client<(MountedRow & { measure: Measure })[]>`
    select c.id::int as "carrierId", c.name as "carrierName", c.type as "carrierType", c.scene_id::int as "sceneId",
           n.name as "sceneName", p.id::int as "probeId", p.measure,
           d.serial_number || case when p.channel = '' then '' else ' · ' || p.channel end as "probeName",
           d.report_interval_seconds as "reportIntervalSeconds",
           round(date_part('epoch', m.mounted_at) * 1000) as "mountedAt",
           round(date_part('epoch', m.unmounted_at) * 1000) as "unmountedAt",
           case when cz.zone_id is null then t.minimum else z.minimum end as minimum,
           case when cz.zone_id is null then t.maximum else z.maximum end as maximum
      from carrier c
      join scene n on n.id = c.scene_id
      join mounting m on m.carrier_id = c.id and m.mounted_at < to_timestamp(${to} / 1000.0)
       and (m.unmounted_at is null or m.unmounted_at > to_timestamp(${from} / 1000.0))
      join probe p on p.id = m.probe_id and p.measure = any(${[...measures]}::text[])
      join device d on d.id = p.device_id
      left join carrier_zone cz on cz.carrier_id = c.id and cz.measure = p.measure
      left join zone z on z.id = cz.zone_id
      left join (
        select trigger_id, measure, max(minimum) as minimum, min(maximum) as maximum from alarm_condition
         where kind = 'range' group by trigger_id, measure) t on t.trigger_id = c.alarm_trigger_id and t.measure = p.measure
     where ${chosenCarriers(db, scope, chosen)}
     order by c.id, p.id, m.mounted_at
     limit ${limit}`;
  return rows.map(({ reportIntervalSeconds, mountedAt, unmountedAt, minimum, maximum, measure, ...row }) => {
    const period = { from: mountedAt, to: unmountedAt ?? Number.POSITIVE_INFINITY };
    return {
      ...row,
      observation: {
        probeId: row.probeId,
        from: Math.max(from, period.from),
        to: Math.min(to, period.to),
        period,
        minimum,
        maximum,
        stepMs: longestStepMs({ measure, reportIntervalSeconds }),
        isTemperature: measure === "temperature",
      },
    };
  });
}

/** Excursions of a measure that began in the range, by probe and carrier. */
export async function countExcursions(
  db: Db,
  scope: Scope,
  chosen: Chosen,
  measure: Measure,
  { from, to }: Range,
): Promise<Excursions[]> {
  return db.$client<Excursions[]>`
    select e.carrier_id::int as "carrierId", e.probe_id::int as "probeId", count(*)::int as count,
           count(e.acknowledged_at)::int as acknowledged,
           coalesce(sum(date_part('epoch', e.acknowledged_at - e.raised_at)), 0)::float8 as "acknowledgeSeconds",
           count(e.ended_at)::int as ended,
           coalesce(sum(date_part('epoch', e.ended_at - e.raised_at)), 0)::float8 as "closeSeconds"
      from exception e join carrier c on c.id = e.carrier_id
     where e.kind = any(${KINDS_WITH_FIGURES}::text[]) and e.measure = ${measure} and e.withdrawn_at is null and e.probe_id is not null
       and e.started_at >= to_timestamp(${from} / 1000.0) and e.started_at < to_timestamp(${to} / 1000.0)
       and ${chosenCarriers(db, scope, chosen)}
     group by 1, 2`;
}
