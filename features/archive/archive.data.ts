import "server-only";
import { and, asc, count, desc, eq, gt, ilike, inArray, lt, ne, or, type SQL, sql } from "drizzle-orm";
import type { Db } from "@/db/client";
import { archive, archiveLink, customer, storedFile } from "@/db/schema";
import type { Scope } from "@/lib/auth/scope";
import { inScope, scopeArrays } from "@/lib/auth/scope-filter";
import { notFound } from "@/lib/errors";
import { containsPattern, type Page } from "@/lib/resource/list-query";
import { progressOf } from "./archive.rules";
import type { ArchiveDto, ArchiveListQuery, ArchiveSceneDto, CHECK_ARCHIVE, MAKE_ARCHIVE } from "./archive.schema";
import type { Problem } from "./manifest.schema";

export type ArchiveRow = typeof archive.$inferSelect;
export type NewArchive = typeof archive.$inferInsert;
export type ArchiveOwner = { name: string; code: string; timeZone: string };

/** An archive has all data of a customer, so accounts bound to nodes see none. */
const visible = (scope: Scope): SQL | undefined => inScope(scope, { customerId: archive.customerId });

/** `2026-11` as the date that is stored. */
const dayOf = (month: string) => `${month}-01`;
export const monthOfRow = ({ month }: Pick<ArchiveRow, "month">) => month.slice(0, 7);

export const toDto = (row: ArchiveRow, customerName: string): ArchiveDto => ({
  id: row.id,
  customerId: row.customerId,
  customerName,
  month: monthOfRow(row),
  version: row.version,
  state: row.state,
  failure: row.failure,
  progress: progressOf(row),
  fileName: row.fileName,
  size: row.size,
  sha256: row.sha256,
  isScheduled: row.isScheduled,
  author: row.author,
  check: row.checkState,
  checkedAt: row.checkedAt?.toISOString() ?? null,
  problem: row.problem as Problem | null,
  createdAt: row.createdAt.toISOString(),
  generatedAt: row.generatedAt?.toISOString() ?? null,
  expiresAt: row.expiresAt?.toISOString() ?? null,
});

const OWNER = { name: customer.name, code: customer.code, timeZone: customer.timeZone };
const select = (db: Db) =>
  db.select({ row: archive, owner: OWNER }).from(archive).innerJoin(customer, eq(customer.id, archive.customerId));

const ORDER = { month: archive.month, createdAt: archive.createdAt };

export async function listArchives(db: Db, scope: Scope, query: ArchiveListQuery): Promise<Page<ArchiveDto>> {
  const pattern = query.q ? containsPattern(query.q) : undefined;
  const where = and(
    visible(scope),
    query.customerId === undefined ? undefined : eq(archive.customerId, query.customerId),
    query.month === undefined ? undefined : eq(archive.month, dayOf(query.month)),
    query.state && eq(archive.state, query.state),
    pattern === undefined ? undefined : or(ilike(customer.name, pattern), ilike(archive.fileName, pattern)),
  );
  const order = query.dir === "asc" ? asc : desc;
  const rows = await select(db)
    .where(where)
    .orderBy(order(ORDER[query.sort]), asc(customer.name), desc(archive.version), desc(archive.id))
    .limit(query.iDisplayLength)
    .offset(query.iDisplayStart);
  const [counted] = await db
    .select({ total: count() })
    .from(archive)
    .innerJoin(customer, eq(customer.id, archive.customerId))
    .where(where);
  return { items: rows.map(({ row, owner }) => toDto(row, owner.name)), total: counted?.total ?? 0 };
}

export type Found = { row: ArchiveRow; owner: ArchiveOwner };

/** Throws NOT_FOUND. */
export async function getArchive(db: Db, scope: Scope, id: number): Promise<Found> {
  const [found] = await select(db).where(and(eq(archive.id, id), visible(scope)));
  if (!found) throw notFound("archive", id);
  return found;
}

/** The same, locked until the transaction ends. */
export async function lockArchive(tx: Db, scope: Scope, id: number): Promise<Found> {
  await tx
    .select({ id: archive.id })
    .from(archive)
    .where(and(eq(archive.id, id), visible(scope)))
    .for("update");
  return getArchive(tx, scope, id);
}

/** All versions of a month, newest first. */
export const findVersions = (db: Db, _scope: Scope, customerId: number, month: string): Promise<ArchiveRow[]> =>
  db
    .select()
    .from(archive)
    .where(and(eq(archive.customerId, customerId), eq(archive.month, dayOf(month))))
    .orderBy(desc(archive.version));

/** The newest version of a month that has a manifest; other than `exceptId`. */
export async function findManifest(db: Db, customerId: number, month: string, exceptId: number) {
  const [row] = await db
    .select({ version: archive.version, manifestSha256: archive.manifestSha256 })
    .from(archive)
    .where(
      and(
        eq(archive.customerId, customerId),
        eq(archive.month, dayOf(month)),
        inArray(archive.state, ["generated", "expired"]),
        ne(archive.id, exceptId),
      ),
    )
    .orderBy(desc(archive.version))
    .limit(1);
  return row?.manifestSha256 ? { version: row.version, manifestSha256: row.manifestSha256 } : null;
}

/** A customer in scope as a whole. Throws NOT_FOUND. */
export async function getOwner(db: Db, scope: Scope, id: number): Promise<ArchiveOwner> {
  const [row] = await db
    .select(OWNER)
    .from(customer)
    .where(and(eq(customer.id, id), inScope(scope, { customerId: customer.id })));
  if (!row) throw notFound("customer", id);
  return row;
}

/** The customers in scope as a whole, by name. */
export const findOwners = (db: Db, scope: Scope): Promise<{ id: number; name: string }[]> =>
  db
    .select({ id: customer.id, name: customer.name })
    .from(customer)
    .where(inScope(scope, { customerId: customer.id }))
    .orderBy(asc(customer.name));

/** Serialises the making of archives of a customer's month, so that two callers do not make the same version. */
export async function lockMonth(tx: Db, customerId: number, month: string): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`archive ${customerId} ${month}`}, 0))`);
}

type Values = Omit<NewArchive, "month"> & { month: string };

export async function insertArchive(tx: Db, _scope: Scope, { month, ...values }: Values): Promise<number> {
  const [row] = await tx
    .insert(archive)
    .values({ ...values, month: dayOf(month) })
    .returning({ id: archive.id });
  return (row as { id: number }).id;
}

export async function saveArchive(tx: Db, _scope: Scope, id: number, values: Partial<NewArchive>): Promise<void> {
  await tx.update(archive).set(values).where(eq(archive.id, id));
}

/** Enqueues the making or the verification of an archive: one at a time, however many there are. */
export async function queueArchive(tx: Db, job: typeof MAKE_ARCHIVE | typeof CHECK_ARCHIVE, id: number): Promise<void> {
  await tx.execute(sql`
    select graphile_worker.add_job(${job.name}::text, payload := json_build_object('archiveId', ${id}::bigint),
             queue_name := 'archive', max_attempts := ${job.maximumAttempts}::int,
             job_key := ${`${job.name}:${id}`}::text, flags := array[${job.lanes[0]}::text])`);
}

/** Begins the next attempt; undefined if the archive is not to be made any more. */
export async function claimArchive(db: Db, id: number): Promise<Found | undefined> {
  const [row] = await db
    .update(archive)
    .set({ run: sql`${archive.run} + 1`, touchedAt: sql`now()`, done: 0 })
    .where(and(eq(archive.id, id), eq(archive.state, "generating")))
    .returning();
  if (!row) return undefined;
  const [owner] = await db.select(OWNER).from(customer).where(eq(customer.id, row.customerId));
  return owner && { row, owner };
}

type Attempt = Pick<ArchiveRow, "id" | "run">;

/** Changes an archive if this attempt still makes it; false if it was cancelled, or another attempt has begun. */
export async function saveAttempt(db: Db, { id, run }: Attempt, values: Partial<NewArchive>): Promise<boolean> {
  const rows = await db
    .update(archive)
    .set({ ...values, touchedAt: sql`now()` })
    .where(and(eq(archive.id, id), eq(archive.run, run), eq(archive.state, "generating")))
    .returning({ id: archive.id });
  return rows.length > 0;
}

/** Archives in preparation that no worker was heard of about since `before`. */
export const findSilent = (db: Db, before: Date): Promise<ArchiveRow[]> =>
  db
    .select()
    .from(archive)
    .where(and(eq(archive.state, "generating"), lt(archive.touchedAt, before)))
    .limit(100);

export type Scheduled = ArchiveOwner & { id: number; createdAt: Date; lastMonth: string | null };

/** The active customers with the last month that was archived, whatever became of the archive. */
export async function findScheduled(db: Db): Promise<Scheduled[]> {
  const last = db
    .select({ customerId: archive.customerId, month: sql<string>`max(${archive.month})::text`.as("last_month") })
    .from(archive)
    .groupBy(archive.customerId)
    .as("last");
  const rows = await db
    .select({ id: customer.id, ...OWNER, createdAt: customer.createdAt, lastMonth: last.month })
    .from(customer)
    .leftJoin(last, eq(last.customerId, customer.id))
    .where(and(eq(customer.status, "active"), eq(customer.type, "customer")))
    .orderBy(asc(customer.id));
  return rows.map(({ lastMonth, ...row }) => ({ ...row, lastMonth: lastMonth?.slice(0, 7) ?? null }));
}

/** Deletes the files of archives that have expired, and expired links. Returns the number of archives. */
export async function expireArchives(tx: Db, now: Date): Promise<number> {
  const rows = await tx
    .select({ id: archive.id, fileId: archive.fileId })
    .from(archive)
    .where(and(eq(archive.state, "generated"), lt(archive.expiresAt, now)))
    .limit(100)
    .for("update");
  for (const { id, fileId } of rows) {
    await tx.update(archive).set({ state: "expired", fileId: null }).where(eq(archive.id, id));
    if (fileId) await tx.delete(storedFile).where(eq(storedFile.id, fileId));
  }
  await tx.delete(archiveLink).where(lt(archiveLink.expiresAt, now));
  return rows.length;
}

export type LinkRow = typeof archiveLink.$inferSelect;

export async function insertLink(tx: Db, _scope: Scope, values: typeof archiveLink.$inferInsert): Promise<LinkRow> {
  const [row] = await tx.insert(archiveLink).values(values).returning();
  return row as LinkRow;
}

/** The valid links of an archive, newest first. */
export const findLinks = (db: Db, _scope: Scope, archiveId: number, now: Date): Promise<LinkRow[]> =>
  db
    .select()
    .from(archiveLink)
    .where(and(eq(archiveLink.archiveId, archiveId), gt(archiveLink.expiresAt, now)))
    .orderBy(desc(archiveLink.createdAt));

/** Deletes a link of an archive that the caller has locked. Throws NOT_FOUND. */
export async function deleteLink(tx: Db, _scope: Scope, archiveId: number, linkId: string): Promise<LinkRow> {
  const [row] = await tx
    .delete(archiveLink)
    .where(and(eq(archiveLink.id, linkId), eq(archiveLink.archiveId, archiveId)))
    .returning();
  if (!row) throw notFound("link", linkId);
  return row;
}

/** The archive of a valid link, for its holder, whose scope is this row; undefined without a file or customer. */
export async function findLinked(db: Db, linkId: string, now: Date): Promise<(Found & { link: LinkRow }) | undefined> {
  const [found] = await db
    .select({ row: archive, owner: OWNER, link: archiveLink })
    .from(archiveLink)
    .innerJoin(archive, eq(archive.id, archiveLink.archiveId))
    .innerJoin(customer, eq(customer.id, archive.customerId))
    .where(
      and(
        eq(archiveLink.id, linkId),
        gt(archiveLink.expiresAt, now),
        eq(archive.state, "generated"),
        eq(customer.status, "active"),
      ),
    );
  return found;
}

export async function countTaken(tx: Db, linkId: string): Promise<void> {
  await tx
    .update(archiveLink)
    .set({ takenCount: sql`${archiveLink.takenCount} + 1` })
    .where(eq(archiveLink.id, linkId));
}

type SceneRow = { code: string; sceneId: number; name: string; month: string; id: number; version: number };

/** The customers in scope with the newest file of each archived month. */
export async function findArchiveScenes(db: Db, scope: Scope, customerId: number | null): Promise<ArchiveSceneDto[]> {
  const { customerIds, sceneIds } = scopeArrays(scope);
  const rows = await db.$client<SceneRow[]>`
    select distinct on (c.name, c.id, a.month) c.code, s.id::int as "sceneId", c.name,
           to_char(a.month, 'YYYY-MM') as month, a.id::int, a.version
      from archive a join customer c on c.id = a.customer_id
      join scene s on s.customer_id = c.id and s.parent_id is null
     where a.state = 'generated' and ${sceneIds}::bigint[] is null
       and (${customerIds}::bigint[] is null or c.id = any(${customerIds}::bigint[]))
       and (${customerId}::bigint is null or c.id = ${customerId})
     order by c.name, c.id, a.month desc, a.version desc`;
  const scenes = new Map<number, ArchiveSceneDto>();
  for (const { code, sceneId, name, month, id, version } of rows) {
    const scene = scenes.get(sceneId) ?? { scene_code: code, scene_id: sceneId, label: name, item: [] };
    scene.item.push({ scene_code: `${code}/${month}`, label: month, archive_id: id, version });
    scenes.set(sceneId, scene);
  }
  return [...scenes.values()];
}
