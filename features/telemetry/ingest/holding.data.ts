import "server-only";
import type { Db } from "@/db/client";
import type { Holding, MountedSpan } from "./holding.rules";

/** The holdings of these physical devices, in order. */
export const findHoldings = (db: Db, unitIds: readonly number[]): Promise<Holding[]> =>
  db.$client<Holding[]>`
    select unit_id::int as "unitId", customer_id::int as "customerId", device_id::int as "deviceId",
           (extract(epoch from from_at) * 1000)::float8 as "from", (extract(epoch from until_at) * 1000)::float8 as until
      from device_holding where unit_id = any(${unitIds as number[]}::bigint[])
     order by unit_id, from_at nulls first`;

/** When the devices of these units were on which carriers, at all customers. */
export const findMountedSpans = (db: Db, unitIds: readonly number[]): Promise<MountedSpan[]> =>
  db.$client<MountedSpan[]>`
    select distinct p.device_id::int as "deviceId", m.carrier_id::int as "carrierId",
           (extract(epoch from m.mounted_at) * 1000)::float8 as "from", (extract(epoch from m.unmounted_at) * 1000)::float8 as until
      from device d join probe p on p.device_id = d.id join mounting m on m.probe_id = p.id
     where d.unit_id = any(${unitIds as number[]}::bigint[])`;
