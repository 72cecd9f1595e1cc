import "server-only";
import { and, count, desc, eq, inArray, lt, min, ne, notExists, notInArray, type SQL, sql } from "drizzle-orm";
import { type Db, transaction } from "@/db/client";
import type { DeviceKind, ImportStatus } from "@/db/enums";
import { audit, customer, deviceImport, storedFile, userAccount } from "@/db/schema";
import { findAbsentActor } from "@/lib/auth/absent-actor";
import type { Scope } from "@/lib/auth/scope";
import { notFound } from "@/lib/errors";
import type { Page } from "@/lib/resource/list-query";
import { deleteFiles, readFile, storeFile } from "@/lib/stored-file/stored-file";
import {
  DEVICE_IMPORT,
  type ImportDto,
  type ImportIssueDto,
  type ImportListQuery,
  type KeptRow,
  KeptRows,
} from "./import.schema";

export type ImportValues = typeof deviceImport.$inferSelect;

/** Inserts an import and enqueues its job. */
export async function insertImport(
  tx: Db,
  _scope: Scope,
  values: { customerId: number; kind: DeviceKind; fileName: string; fileId: string; userId: number | null },
): Promise<number> {
  const [row] = await tx.insert(deviceImport).values(values).returning({ id: deviceImport.id });
  const { id } = row as { id: number };
  await tx.execute(sql`
    select graphile_worker.add_job(${DEVICE_IMPORT.name}::text, payload := json_build_object('importId', ${id}::bigint),
                                   max_attempts := ${DEVICE_IMPORT.maximumAttempts}::int)`);
  return id;
}

/** Condition for visible imports: all of the customers in scope, or only the account's own if it is bound to nodes. */
const visible = (scope: Scope, userId: number | null, kinds: readonly DeviceKind[]): SQL | undefined =>
  and(
    scope.customerIds === "all" ? undefined : inArray(deviceImport.customerId, [...scope.customerIds]),
    scope.sceneIds === "all" ? undefined : eq(deviceImport.userId, userId ?? -1),
    inArray(deviceImport.kind, [...kinds]),
  );

const DTO = {
  id: deviceImport.id,
  kind: deviceImport.kind,
  customerId: deviceImport.customerId,
  customerName: customer.name,
  fileName: deviceImport.fileName,
  status: deviceImport.status,
  total: deviceImport.total,
  done: deviceImport.done,
  issueCount: deviceImport.issueCount,
  userName: userAccount.name,
  createdAt: deviceImport.createdAt,
  endedAt: deviceImport.endedAt,
};

const toDto = <R extends { createdAt: Date; endedAt: Date | null }>(row: R) => ({
  ...row,
  createdAt: row.createdAt.getTime(),
  endedAt: row.endedAt?.getTime() ?? null,
});

type Asked = { scope: Scope; userId: number | null; kinds: readonly DeviceKind[] };

export async function findImports(
  db: Db,
  { scope, userId, kinds }: Asked,
  query: ImportListQuery,
): Promise<Page<ImportDto>> {
  const { q, kind, status, customerId } = query;
  const where = and(
    visible(scope, userId, kinds),
    kind ? eq(deviceImport.kind, kind) : undefined,
    status ? eq(deviceImport.status, status) : undefined,
    customerId ? eq(deviceImport.customerId, customerId) : undefined,
    q ? sql`strpos(lower(${deviceImport.fileName}), lower(${q})) > 0` : undefined,
  );
  const rows = await db
    .select(DTO)
    .from(deviceImport)
    .innerJoin(customer, eq(customer.id, deviceImport.customerId))
    .leftJoin(userAccount, eq(userAccount.id, deviceImport.userId))
    .where(where)
    .orderBy(query.dir === "asc" ? deviceImport.createdAt : desc(deviceImport.createdAt), desc(deviceImport.id))
    .limit(query.iDisplayLength)
    .offset(query.iDisplayStart);
  const [counted] = await db.select({ total: count() }).from(deviceImport).where(where);
  return { items: rows.map(toDto), total: counted?.total ?? 0 };
}

/** One import with its bad cells and its file. Throws NOT_FOUND. */
export async function getImport(db: Db, { scope, userId, kinds }: Asked, id: number) {
  const [row] = await db
    .select({ ...DTO, issues: deviceImport.issues, fileId: deviceImport.fileId })
    .from(deviceImport)
    .innerJoin(customer, eq(customer.id, deviceImport.customerId))
    .leftJoin(userAccount, eq(userAccount.id, deviceImport.userId))
    .where(and(eq(deviceImport.id, id), visible(scope, userId, kinds)));
  if (!row) throw notFound("deviceImport", id);
  return { ...toDto(row), issues: row.issues as ImportIssueDto[] };
}

/** An import for the worker with its requester: an account id, or a key id from the audit trail. */
export async function findImportTask(
  db: Db,
  id: number,
): Promise<(ImportValues & { keyId: number | null }) | undefined> {
  const [task] = await db.select().from(deviceImport).where(eq(deviceImport.id, id));
  if (!task || task.userId !== null) return task && { ...task, keyId: null };
  const [asked] = await db
    .select({ keyId: audit.actorId })
    .from(audit)
    .where(
      and(
        eq(audit.customerId, task.customerId),
        eq(audit.entity, "deviceImport"),
        eq(audit.entityId, String(id)),
        eq(audit.actorType, "key"),
      ),
    );
  return { ...task, keyId: asked?.keyId ?? null };
}

/**
 * Tries to lock the customer's imports for this transaction: only one runs at a time, so that no two write the same
 * device. The advisory lock ends with the connection, so a killed worker leaves none behind.
 */
export async function lockImports(tx: Db, customerId: number): Promise<boolean> {
  const [row] = await tx.execute<{ held: boolean }>(
    sql`select pg_try_advisory_xact_lock(hashtextextended('device.import', ${customerId}::bigint)) as held`,
  );
  return row?.held ?? false;
}

const UNFINISHED: ImportStatus[] = ["waiting", "checking", "writing"];

/** The customers with imports that have not ended, longest waiting first. The lock shows which are in progress. */
export async function findWaitingCustomers(db: Db, before: Date): Promise<number[]> {
  const rows = await db
    .select({ customerId: deviceImport.customerId })
    .from(deviceImport)
    .where(and(inArray(deviceImport.status, UNFINISHED), lt(deviceImport.createdAt, before)))
    .groupBy(deviceImport.customerId)
    .orderBy(min(deviceImport.createdAt))
    .limit(20);
  return rows.map(({ customerId }) => customerId);
}

/** The customer's oldest import that has not ended. */
export async function findFirstImport(db: Db, customerId: number) {
  const [first] = await db
    .select({ id: deviceImport.id })
    .from(deviceImport)
    .where(and(eq(deviceImport.customerId, customerId), inArray(deviceImport.status, UNFINISHED)))
    .orderBy(deviceImport.createdAt, deviceImport.id)
    .limit(1);
  return first && findImportTask(db, first.id);
}

/** Updates an import that has not ended. */
export async function saveImport(db: Db, id: number, values: Partial<ImportValues>): Promise<void> {
  await db
    .update(deviceImport)
    .set(values)
    .where(and(eq(deviceImport.id, id), inArray(deviceImport.status, UNFINISHED)));
}

const KEPT = "application/json";

/** Ends an import: deletes the uploaded file and stores what the report needs of it. */
export async function endImport(
  tx: Db,
  { id, customerId, fileId }: Pick<ImportValues, "id" | "customerId" | "fileId">,
  values: Partial<ImportValues> & Pick<ImportValues, "status">,
  rows: readonly KeptRow[],
): Promise<void> {
  const file = { customerId, kind: "import", contentType: KEPT, content: Buffer.from(JSON.stringify(rows)) } as const;
  await saveImport(tx, id, { ...values, fileId: rows.length > 0 ? await storeFile(tx, file) : null });
  await deleteFiles(tx, [fileId]);
}

/** The bad rows of an ended import; empty while its file is still the upload. */
export async function findKeptRows(db: Db, fileId: string | null): Promise<KeptRow[]> {
  if (fileId === null) return [];
  const { contentType, content } = await readFile(db, fileId);
  return contentType === KEPT ? KeptRows.parse(JSON.parse(content.toString("utf8"))) : [];
}

/** Deletes uploads from before an instant that no import needs any more. Returns their number. */
export async function dropLeftovers(db: Db, before: Date): Promise<number> {
  return transaction(db, async (tx) => {
    const old = and(eq(storedFile.kind, "import"), lt(storedFile.createdAt, before));
    const uploads = tx
      .select({ id: storedFile.id })
      .from(storedFile)
      .where(and(old, ne(storedFile.contentType, KEPT)));
    const ended = and(notInArray(deviceImport.status, UNFINISHED), inArray(deviceImport.fileId, uploads));
    await tx.update(deviceImport).set({ fileId: null }).where(ended);
    const named = tx.select().from(deviceImport).where(eq(deviceImport.fileId, storedFile.id));
    const dropped = await tx
      .delete(storedFile)
      .where(and(old, notExists(named)))
      .returning({ id: storedFile.id });
    return dropped.length;
  });
}

/** Last device id drawn from the sequence, those of open transactions included. */
export async function countBegun(db: Db): Promise<number> {
  const [row] = await db.execute<{ last: string | null }>(
    sql`select pg_sequence_last_value(pg_get_serial_sequence('device', 'id')::regclass) as last`,
  );
  return Number(row?.last ?? 0);
}

/** The requester of an import with present permissions; null if the account or key is no longer valid. */
export const findAsker = (db: Db, { userId, keyId, customerId }: ImportValues & { keyId: number | null }) =>
  findAbsentActor(db, { userId, keyId, customerId });
