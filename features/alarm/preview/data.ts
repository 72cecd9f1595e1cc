import "server-only";
import { and, eq } from "drizzle-orm";
import type { Db } from "@/db/client";
import type { Measure } from "@/db/enums";
import { carrier, customer } from "@/db/schema";
import { type Visibility, visibleCarriers } from "@/lib/auth/visibility";
import { notFound } from "@/lib/errors";
import type { Sample } from "../evaluation/statistics.rules";

/** The carrier of a simulation, with its customer's time zone and channels. Throws NOT_FOUND. */
export async function getPlace(db: Db, visibility: Visibility, id: number) {
  const [row] = await db
    .select({
      name: carrier.name,
      customerId: carrier.customerId,
      sceneId: carrier.sceneId,
      timeZone: customer.timeZone,
      notifyByEmail: customer.notifyByEmail,
      notifyBySms: customer.notifyBySms,
    })
    .from(carrier)
    .innerJoin(customer, eq(customer.id, carrier.customerId))
    .where(and(eq(carrier.id, id), visibleCarriers(visibility, carrier)));
  if (!row) throw notFound("carrier", id);
  return row;
}

/** A probe mounted at the carrier, since when (epoch ms), and the carrier's range for its measure. */
export type PreviewProbe = {
  probeId: number;
  measure: Measure;
  mountedAt: number;
  reportIntervalSeconds: number;
  minimum: number | null;
  maximum: number | null;
};

export const findProbes = (db: Db, carrierId: number): Promise<PreviewProbe[]> =>
  db.$client<PreviewProbe[]>`
    select p.id::int as "probeId", p.measure, (extract(epoch from m.mounted_at) * 1000)::float8 as "mountedAt",
           d.report_interval_seconds as "reportIntervalSeconds", z.minimum, z.maximum
      from mounting m
      join probe p on p.id = m.probe_id
      join device d on d.id = p.device_id
      left join carrier_zone cz on cz.carrier_id = m.carrier_id and cz.measure = p.measure
      left join zone z on z.id = cz.zone_id
     where m.carrier_id = ${carrierId} and m.unmounted_at is null
     order by p.id`;

/** The newest readings of a probe since an instant (epoch ms), oldest first. */
export async function findNewest(db: Db, probeId: number, from: number, limit: number): Promise<Sample[]> {
  const rows = await db.$client<Sample[]>`
    select (extract(epoch from at) * 1000)::float8 as at, value from reading
     where probe_id = ${probeId} and at >= to_timestamp(${from}::float8 / 1000) order by reading.at desc limit ${limit}`;
  return rows.toReversed();
}
