import "server-only";
import { eq } from "drizzle-orm";
import type { Db } from "@/db/client";
import type { CarrierType } from "@/db/enums";
import { carrierFile } from "@/db/schema";
import type { Scope } from "@/lib/auth/scope";
import { scopeArrays } from "@/lib/auth/scope-filter";
import { notFound } from "@/lib/errors";
import type { CarrierFileDto } from "./schema";

/** A document with its carrier's fields for permission checks. */
export type FileRow = CarrierFileDto & { fileId: string; customerId: number; carrierType: CarrierType };

function select(db: Db, scope: Scope) {
  const raw = db.$client;
  const { customerIds, sceneIds } = scopeArrays(scope);
  return raw`
    select f.id::int, f.carrier_id::int as "carrierId", f.name, s.content_type as "contentType", s.size::float8 as size,
           u.name as "userName", (extract(epoch from f.created_at) * 1000)::float8 as "createdAt",
           f.file_id as "fileId", c.customer_id::int as "customerId", c.type as "carrierType"
      from carrier_file f
      join carrier c on c.id = f.carrier_id
      join stored_file s on s.id = f.file_id
      left join user_account u on u.id = f.user_id
     where true
       ${customerIds ? raw`and c.customer_id = any(${customerIds}::bigint[])` : raw``}
       ${sceneIds ? raw`and c.scene_id = any(${sceneIds}::bigint[])` : raw``}`;
}

/** The documents of a carrier, ordered by name. */
export const findFiles = (db: Db, scope: Scope, carrierId: number): Promise<FileRow[]> =>
  db.$client<FileRow[]>`${select(db, scope)} and f.carrier_id = ${carrierId} order by lower(f.name), f.id`;

/** Throws NOT_FOUND outside the scope. */
export async function getFile(db: Db, scope: Scope, id: number): Promise<FileRow> {
  const [row] = await db.$client<FileRow[]>`${select(db, scope)} and f.id = ${id}`;
  if (!row) throw notFound("carrierFile", id);
  return row;
}

export async function countFiles(db: Db, carrierId: number): Promise<number> {
  const [row] = await db.$client<[{ count: number }]>`
    select count(*)::int as count from carrier_file where carrier_id = ${carrierId}`;
  return row.count;
}

export async function insertFile(tx: Db, values: typeof carrierFile.$inferInsert): Promise<number> {
  const [row] = await tx.insert(carrierFile).values(values).returning({ id: carrierFile.id });
  return (row as { id: number }).id;
}

export async function renameFile(tx: Db, id: number, name: string): Promise<void> {
  await tx.update(carrierFile).set({ name }).where(eq(carrierFile.id, id));
}

export async function deleteFile(tx: Db, id: number): Promise<void> {
  await tx.delete(carrierFile).where(eq(carrierFile.id, id));
}
