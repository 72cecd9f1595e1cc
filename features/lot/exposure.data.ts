import "server-only";
import type { Db } from "@/db/client";
import type { LotStatus } from "@/db/enums";
import { longestStepMs } from "@/features/observation/observation.rules";
import type { ProductDto } from "@/features/product/product.schema";
import type { MountedProbe } from "./exposure.rules";
import type { DecisionFact } from "./lot.schema";

/** A lot as its verdict needs it; instants in epoch ms. */
export type LotCase = {
  id: number;
  status: LotStatus;
  expiresOn: string | null;
  timeZone: string;
  product: ProductDto;
  stays: { id: number; carrierId: number; from: number; to: number | null }[];
  decisions: DecisionFact[];
};

/**
 * The cases of lots that the caller has found in scope. The arithmetic covers a lot's whole life, also in carriers that
 * the caller may not see: a verdict must not depend on who asks.
 */
export async function findCases(db: Db, lotIds: readonly number[]): Promise<LotCase[]> {
  if (lotIds.length === 0) return [];
  const rows = await db.$client<LotCase[]>`
    select l.id::int, l.status, to_char(l.expires_on, 'YYYY-MM-DD') as "expiresOn", cu.time_zone as "timeZone",
           json_build_object(
             'id', p.id, 'customerId', p.customer_id, 'name', p.name, 'code', p.code, 'minimum', p.minimum, 'maximum', p.maximum,
             'isFreezeSensitive', p.is_freeze_sensitive, 'freezeLimit', p.freeze_limit, 'allowances', p.allowances,
             'bands', p.bands, 'kineticClass', p.kinetic_class, 'kineticLimit', p.kinetic_limit,
             'unobservedMinutes', p.unobserved_minutes, 'source', p.source, 'presetKey', p.preset_key) as product,
           coalesce((select json_agg(json_build_object(
                       'id', n.id, 'carrierId', n.carrier_id, 'from', round(date_part('epoch', n.placed_at) * 1000),
                       'to', round(date_part('epoch', n.removed_at) * 1000)) order by n.placed_at, n.id)
                       from lot_placement n where n.lot_id = l.id), '[]') as stays,
           coalesce((select json_agg(json_build_object(
                       'decision', d.decision, 'at', round(date_part('epoch', d.decided_at) * 1000), 'target', d.target,
                       'minutes', d.minutes, 'content', d.content) order by d.decided_at)
                       from lot_decision d where d.lot_id = l.id), '[]') as decisions
      from lot l join product p on p.id = l.product_id join customer cu on cu.id = l.customer_id
     where l.id = any(${[...lotIds]}::bigint[])`;
  return [...rows];
}

/** The temperature probes ever mounted on these carriers. */
export async function findMountedProbes(db: Db, carrierIds: readonly number[]): Promise<MountedProbe[]> {
  const rows = await db.$client<
    { carrierId: number; probeId: number; from: number; to: number | null; reportIntervalSeconds: number }[]
  >`
    select m.carrier_id::int as "carrierId", p.id::int as "probeId", round(date_part('epoch', m.mounted_at) * 1000) as "from",
           round(date_part('epoch', m.unmounted_at) * 1000) as "to", d.report_interval_seconds as "reportIntervalSeconds"
      from mounting m join probe p on p.id = m.probe_id join device d on d.id = p.device_id
     where m.carrier_id = any(${[...carrierIds]}::bigint[]) and p.measure = 'temperature'
       and m.mounted_at < coalesce(m.unmounted_at, 'infinity')
     order by p.id, m.mounted_at`;
  return rows.map(({ reportIntervalSeconds, to, ...row }) => ({
    ...row,
    to: to ?? Number.POSITIVE_INFINITY,
    stepMs: longestStepMs({ measure: "temperature", reportIntervalSeconds }),
  }));
}
