import "server-only";
import type { Db } from "@/db/client";
import type { Scope } from "@/lib/auth/scope";
import { scopeArrays } from "@/lib/auth/scope-filter";
import type { About, SubjectDto } from "./record.schema";

/** The subject of the records, with its name; undefined outside the scope. */
export async function findSubject(
  db: Db,
  scope: Scope,
  { carrierId, deviceId }: About,
): Promise<SubjectDto | undefined> {
  const sql = db.$client;
  const { customerIds, sceneIds } = scopeArrays(scope);
  const from = carrierId
    ? sql`select 'carrier' as what, id::int, name, type as member, null as "serialNumber", customer_id, scene_id
            from carrier where id = ${carrierId}`
    : sql`select 'device' as what, id::int, name, kind as member, serial_number as "serialNumber", customer_id, scene_id
            from device where id = ${deviceId ?? 0}`;
  const [row] = await sql<SubjectDto[]>`
    select what, id, name, member, "serialNumber" from (${from}) s
     where (${customerIds}::bigint[] is null or customer_id = any(${customerIds}::bigint[]))
       and (${sceneIds}::bigint[] is null or scene_id = any(${sceneIds}::bigint[]))`;
  return row;
}
