import "server-only";
import { and, asc, count, desc, eq, ilike, inArray, lt, notExists, or, type SQL, sql } from "drizzle-orm";
import { type Db, transaction } from "@/db/client";
import type { DownloadFailure } from "@/db/file-enums";
import { customer, downloadRecord, exportRun, storedFile } from "@/db/schema";
import { progressOf, STATUS } from "@/features/file/download.rules";
import {
  CONCLUDE_RUN,
  type DownloadDetailDto,
  type DownloadDto,
  type DownloadListQuery,
  type DownloadProgressDto,
  GENERATE,
} from "@/features/file/download.schema";
import type { Scope } from "@/lib/auth/scope";
import { ofCustomers } from "@/lib/auth/scope-filter";
import { notFound } from "@/lib/errors";
import { containsPattern, type Page } from "@/lib/resource/list-query";

export type DownloadRow = typeof downloadRecord.$inferSelect;
/** Whose records: those of an account, or of a key. Nobody sees the files of others. */
/** `customerId`: the customer that the account works for now. */
export type Owner = { userId: number | null; apiKeyId: number | null; customerId: number | null };

/**
 * An own record, as long as its customer is in scope, or is the one that the account works for: the platform's files are
 * the platform's, whichever customers the account sees.
 */
const own = (scope: Scope, { userId, apiKeyId, customerId }: Owner): SQL | undefined => {
  const isInScope = ofCustomers(scope, downloadRecord.customerId);
  return and(
    userId !== null ? eq(downloadRecord.userId, userId) : eq(downloadRecord.apiKeyId, apiKeyId ?? -1),
    isInScope && or(isInScope, eq(downloadRecord.customerId, customerId ?? -1)),
  );
};

type Row = Omit<DownloadRow, "query"> & { customerName: string };

const toDto = (row: Row): DownloadDto => ({
  key: row.key,
  name: row.name,
  fileName: row.fileName,
  kind: row.kind,
  format: row.format,
  customerName: row.customerName,
  state: row.state,
  failure: row.failure,
  progress: progressOf(row),
  rows: row.done,
  size: row.size,
  sha256: row.sha256,
  takenCount: row.takenCount,
  createdAt: row.createdAt.toISOString(),
  endedAt: row.endedAt?.toISOString() ?? null,
  expiresAt: row.expiresAt?.toISOString() ?? null,
});

const select = (db: Db) =>
  db
    .select({ record: downloadRecord, customerName: customer.name })
    .from(downloadRecord)
    .innerJoin(customer, eq(customer.id, downloadRecord.customerId));

export async function findDownloads(
  db: Db,
  scope: Scope,
  owner: Owner,
  query: DownloadListQuery,
): Promise<Page<DownloadDto>> {
  const where = and(
    own(scope, owner),
    query.state ? eq(downloadRecord.state, query.state) : undefined,
    query.format ? eq(downloadRecord.format, query.format) : undefined,
    query.q ? ilike(downloadRecord.name, containsPattern(query.q)) : undefined,
  );
  const direction = query.dir === "asc" ? asc : desc;
  const rows = await select(db)
    .where(where)
    .orderBy(
      direction(query.sort === "name" ? downloadRecord.name : downloadRecord.createdAt),
      desc(downloadRecord.key),
    )
    .limit(query.iDisplayLength)
    .offset(query.iDisplayStart);
  const [counted] = await db.select({ total: count() }).from(downloadRecord).where(where);
  return {
    items: rows.map(({ record, customerName }) => toDto({ ...record, customerName })),
    total: counted?.total ?? 0,
  };
}

/** Throws NOT_FOUND. */
export async function getDownload(db: Db, scope: Scope, owner: Owner, key: string): Promise<DownloadDetailDto> {
  const [row] = await select(db).where(and(own(scope, owner), eq(downloadRecord.key, key)));
  if (!row) throw notFound("download", key);
  return { ...toDto({ ...row.record, customerName: row.customerName }), query: row.record.query };
}

/** How far these files are, or all that are being made. Keys of others are left out. */
export async function findProgress(
  db: Db,
  scope: Scope,
  owner: Owner,
  keys: readonly string[] | "pending",
): Promise<DownloadProgressDto[]> {
  const rows = await db
    .select()
    .from(downloadRecord)
    .where(
      and(
        own(scope, owner),
        keys === "pending" ? eq(downloadRecord.state, "generating") : inArray(downloadRecord.key, [...keys]),
      ),
    )
    .orderBy(downloadRecord.createdAt)
    .limit(100);
  return rows.map(({ key, name, fileName, state, failure, done, total }) => ({
    key,
    end: state !== "generating",
    progress: progressOf({ state, done, total }),
    detail: failure,
    downloadRecord: { name, fileName, status: STATUS[state] },
  }));
}

/** Own records, locked. Throws NOT_FOUND for the first missing one. */
export async function lockDownloads(
  tx: Db,
  scope: Scope,
  owner: Owner,
  keys: readonly string[],
): Promise<DownloadRow[]> {
  const rows = await tx
    .select()
    .from(downloadRecord)
    .where(and(own(scope, owner), inArray(downloadRecord.key, [...keys])))
    .orderBy(downloadRecord.key)
    .for("update");
  const missing = keys.find((key) => !rows.some((row) => row.key === key));
  if (missing !== undefined) throw notFound("download", missing);
  return rows;
}

/** Counts the files in preparation, one caller after the other, so that two cannot both be the last. */
export async function countPending(tx: Db, _scope: Scope, { userId, apiKeyId }: Owner): Promise<number> {
  const owner = userId !== null ? `user ${userId}` : `key ${apiKeyId}`;
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`download ${owner}`}, 0))`);
  const ofOwner = userId !== null ? eq(downloadRecord.userId, userId) : eq(downloadRecord.apiKeyId, apiKeyId ?? -1);
  return tx.$count(downloadRecord, and(ofOwner, eq(downloadRecord.state, "generating")));
}

const enqueue = (db: Db, key: string) =>
  db.execute(sql`
    select graphile_worker.add_job(${GENERATE.name}::text, payload := json_build_object('key', ${key}::text),
             max_attempts := ${GENERATE.maximumAttempts}::int, job_key := 'download:' || ${key}::text,
             flags := array[${GENERATE.lanes[0]}::text])`);

/** Inserts a record and enqueues its job. */
export async function insertDownload(
  tx: Db,
  _scope: Scope,
  values: Omit<typeof downloadRecord.$inferInsert, "key">,
): Promise<string> {
  const [row] = await tx.insert(downloadRecord).values(values).returning({ key: downloadRecord.key });
  const { key } = row as { key: string };
  await enqueue(tx, key);
  return key;
}

/** Deletes records with their files. */
export async function deleteDownloads(tx: Db, _scope: Scope, rows: readonly Pick<DownloadRow, "key" | "fileId">[]) {
  const ids = rows.flatMap(({ fileId }) => fileId ?? []);
  const keys = rows.map(({ key }) => key);
  if (keys.length > 0) await tx.delete(downloadRecord).where(inArray(downloadRecord.key, keys));
  if (ids.length > 0) await tx.delete(storedFile).where(inArray(storedFile.id, ids));
}

export async function countTaken(tx: Db, _scope: Scope, key: string): Promise<void> {
  await tx
    .update(downloadRecord)
    .set({ takenCount: sql`${downloadRecord.takenCount} + 1` })
    .where(eq(downloadRecord.key, key));
}

/** Begins the next attempt of a file that is to be made; undefined if it is not any more. */
export async function claimDownload(db: Db, key: string): Promise<DownloadRow | undefined> {
  const [row] = await db
    .update(downloadRecord)
    .set({ run: sql`${downloadRecord.run} + 1`, touchedAt: sql`now()`, done: 0 })
    .where(and(eq(downloadRecord.key, key), eq(downloadRecord.state, "generating")))
    .returning();
  return row;
}

type Attempt = Pick<DownloadRow, "key" | "run">;

/** Changes a record if this attempt still makes its file; false if it was cancelled, or another attempt has begun. */
export async function saveAttempt(
  db: Db,
  { key, run }: Attempt,
  values: Partial<typeof downloadRecord.$inferInsert>,
): Promise<boolean> {
  const rows = await db
    .update(downloadRecord)
    .set({ ...values, touchedAt: sql`now()` })
    .where(and(eq(downloadRecord.key, key), eq(downloadRecord.run, run), eq(downloadRecord.state, "generating")))
    .returning({ key: downloadRecord.key });
  return rows.length > 0;
}

/** Ends an attempt without a file. */
export const failAttempt = (db: Db, attempt: Attempt, failure: DownloadFailure, expiresAt: Date): Promise<boolean> =>
  transaction(db, async (tx) => {
    const isEnded = await saveAttempt(tx, attempt, { state: "failed", failure, endedAt: new Date(), expiresAt });
    if (isEnded) await queueConclusion(tx, attempt.key);
    return isEnded;
  });

/** Whether the file is that of an export task: its owner need not see downloads. */
export const isScheduled = async (db: Db, key: string): Promise<boolean> =>
  (await db.$count(exportRun, eq(exportRun.downloadKey, key))) > 0;

/** Hands a file that has ended, one way or the other, to the run of an export task that waits for it. */
export async function queueConclusion(tx: Db, key: string): Promise<void> {
  await tx.execute(sql`
    select graphile_worker.add_job(${CONCLUDE_RUN.name}::text, payload := json_build_object('runId', r.id),
             max_attempts := ${CONCLUDE_RUN.maximumAttempts}::int, job_key := ${CONCLUDE_RUN.name}::text || ':' || r.id)
      from export_run r where r.download_key = ${key}::uuid`);
}

/** Records in preparation that no worker was heard of about since `before`. */
export const findSilent = (db: Db, before: Date): Promise<DownloadRow[]> =>
  db
    .select()
    .from(downloadRecord)
    .where(and(eq(downloadRecord.state, "generating"), lt(downloadRecord.touchedAt, before)))
    .limit(100);

/** Gives a record to the next free worker. */
export async function requeue(db: Db, key: string): Promise<void> {
  await db.update(downloadRecord).set({ touchedAt: sql`now()` }).where(eq(downloadRecord.key, key));
  await enqueue(db, key);
}

/** Deletes expired records with their files, and exported files that no record refers to. Returns the number of records. */
export async function deleteExpired(tx: Db, now: Date, before: Date): Promise<number> {
  const expired = await tx.delete(downloadRecord).where(lt(downloadRecord.expiresAt, now)).returning();
  const named = tx.select({ one: sql`1` }).from(downloadRecord).where(eq(downloadRecord.fileId, storedFile.id));
  await tx
    .delete(storedFile)
    .where(
      and(
        eq(storedFile.kind, "export"),
        eq(storedFile.isComplete, true),
        lt(storedFile.writtenAt, before),
        notExists(named),
      ),
    );
  return expired.length;
}
