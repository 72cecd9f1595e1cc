import "server-only";
import type { Db } from "@/db/client";
import { isVisible, type Visibility } from "@/lib/auth/visibility";
import type { SubjectDto } from "./record.schema";

type Asked = { carrierId?: number | undefined; deviceId?: number | undefined };

/** The requested carrier or device; undefined if it is not visible. */
export async function findSubject(
  db: Db,
  visibility: Visibility,
  { carrierId, deviceId }: Asked,
): Promise<SubjectDto | undefined> {
  const sql = db.$client;
  const [row] = carrierId
    ? await sql<SubjectDto[]>`
        select 'carrier' as what, c.id::int, c.name from carrier c where c.id = ${carrierId} and ${isVisible(sql, visibility, "carrier", "c")}`
    : await sql<SubjectDto[]>`
        select 'device' as what, d.id::int, d.name, d.kind from device d
         where d.id = ${deviceId ?? 0} and ${isVisible(sql, visibility, "device", "d")}`;
  return row;
}
