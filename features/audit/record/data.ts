import "server-only";
import type { Db } from "@/db/client";
import { type Sight, sees } from "@/lib/auth/sight";
import type { SubjectDto } from "./schema";

type Asked = { carrierId?: number | undefined; deviceId?: number | undefined };

/** The place or device asked for; undefined where it may not be seen. */
export async function findSubject(
  db: Db,
  sight: Sight,
  { carrierId, deviceId }: Asked,
): Promise<SubjectDto | undefined> {
  const sql = db.$client;
  const [row] = carrierId
    ? await sql<SubjectDto[]>`
        select 'carrier' as what, c.id::int, c.name from carrier c where c.id = ${carrierId} and ${sees(sql, sight, "carrier", "c")}`
    : await sql<SubjectDto[]>`
        select 'device' as what, d.id::int, d.name, d.kind from device d
         where d.id = ${deviceId ?? 0} and ${sees(sql, sight, "device", "d")}`;
  return row;
}
