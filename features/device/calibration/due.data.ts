import "server-only";
import type { Db } from "@/db/client";
import type { DeviceKind } from "@/db/enums";
import type { Scope } from "@/lib/auth/scope";
import { scopeArrays } from "@/lib/auth/scope-filter";
import { CALIBRATION_NOTICE_DAYS } from "../device.rules";
import type { DueCount } from "./due.schema";

/** Counts devices of a kind whose calibration has expired or is due soon, by the day at their customer. */
export async function countDevicesDue(db: Db, scope: Scope, kind: DeviceKind, now: Date): Promise<DueCount> {
  const sql = db.$client;
  const { customerIds, sceneIds } = scopeArrays(scope);
  // No customer's day is later than tomorrow in UTC. This bound allows an index scan on the end of the calibration.
  const [row] = await sql<[{ expired: number; dueSoon: number }]>`
    with day as materialized (
      select id, (${now.toISOString()}::timestamptz at time zone time_zone)::date as today from customer)
    select count(*) filter (where d.calibration_due_on < day.today)::int as expired,
           count(*) filter (where d.calibration_due_on between day.today and day.today + ${CALIBRATION_NOTICE_DAYS}::int)::int as "dueSoon"
      from device d join day on day.id = d.customer_id
     where d.kind = ${kind}
       and d.calibration_due_on <= (${now.toISOString()}::timestamptz at time zone 'UTC')::date + ${CALIBRATION_NOTICE_DAYS + 1}::int
       ${customerIds ? sql`and d.customer_id = any(${customerIds}::bigint[])` : sql``}
       ${sceneIds ? sql`and d.scene_id = any(${sceneIds}::bigint[])` : sql``}`;
  return row;
}
