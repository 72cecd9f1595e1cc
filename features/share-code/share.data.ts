import "server-only";
import { and, asc, count, desc, eq, ilike, inArray, or, type SQL, sql } from "drizzle-orm";
import type { Db } from "@/db/client";
import { carrier, customer, device, shareCode, shareOpening } from "@/db/schema";
import type { Scope } from "@/lib/auth/scope";
import { scopeArrays } from "@/lib/auth/scope-filter";
import { isVisible, type Visibility } from "@/lib/auth/visibility";
import { notFound } from "@/lib/errors";
import { containsPattern, type Page } from "@/lib/resource/list-query";
import { stateOf } from "./share.rules";
import type { OpeningDto, ShareDto, ShareListQuery, ShareState, SubjectDto } from "./share.schema";

export type ShareRow = typeof shareCode.$inferSelect;
export type NewShare = typeof shareCode.$inferInsert;

/** An account bound to nodes sees the codes of carriers, devices and boards at them. */
function visible(scope: Scope): SQL | undefined {
  const { customerIds, sceneIds } = scopeArrays(scope);
  const within = (column: SQL) => sql`${column} = any(${sql.param(sceneIds)}::bigint[])`;
  return and(
    customerIds ? inArray(shareCode.customerId, customerIds) : undefined,
    sceneIds
      ? sql`(exists (select from ${carrier} c where c.id = ${shareCode.carrierId} and ${within(sql`c.scene_id`)})
             or exists (select from ${device} d where d.id = ${shareCode.deviceId} and ${within(sql`d.scene_id`)})
             or ${within(sql`${shareCode.sceneId}`)})`
      : undefined,
  );
}

const openings = {
  openings: sql<number>`(select count(*)::int from share_opening o where o.share_code_id = ${shareCode.id} and o.outcome = 'opened')`,
  wrongPins: sql<number>`(select count(*)::int from share_opening o where o.share_code_id = ${shareCode.id} and o.outcome = 'wrongPin')`,
  lastOpenedAt:
    sql<Date | null>`(select max(o.at) from share_opening o where o.share_code_id = ${shareCode.id} and o.outcome = 'opened')`.mapWith(
      shareOpening.at,
    ),
};

const select = (db: Db) =>
  db
    .select({ row: shareCode, customerName: customer.name, timeZone: customer.timeZone, ...openings })
    .from(shareCode)
    .innerJoin(customer, eq(customer.id, shareCode.customerId));
type Found = Awaited<ReturnType<typeof select>>[number];

const text = (at: Date | null) => at?.toISOString() ?? null;

export const subjectKindOf = ({
  carrierId,
  deviceId,
  sceneId,
}: Pick<ShareRow, "carrierId" | "deviceId" | "sceneId">) =>
  carrierId !== null ? "carrier" : deviceId !== null ? "device" : sceneId !== null ? "board" : null;

function toDto({ row, customerName, ...opened }: Found, now: Date): ShareDto {
  const { id, customerId, kind, name, subject, carrierId, deviceId, sceneId, fields, useLimit, useCount, author } = row;
  return {
    ...{ id, customerId, customerName, kind, name, subject, carrierId, deviceId, sceneId, fields },
    ...{ useLimit, useCount, author },
    subjectKind: subjectKindOf(row),
    from: text(row.fromAt),
    to: text(row.toAt),
    hasPin: row.pinHash !== null,
    expiresAt: text(row.expiresAt),
    openings: opened.openings,
    wrongPins: opened.wrongPins,
    lastOpenedAt: text(opened.lastOpenedAt),
    createdAt: row.createdAt.toISOString(),
    revokedAt: text(row.revokedAt),
    state: stateOf(row, now),
  };
}

/** `stateOf` as a condition. */
function inState(state: ShareState, now: Date): SQL {
  const { revokedAt, carrierId, deviceId, sceneId, expiresAt, useLimit, useCount } = shareCode;
  const isRevoked = sql`${revokedAt} is not null`;
  const isGone = sql`(${carrierId} is null and ${deviceId} is null and ${sceneId} is null)`;
  const isOver = sql`coalesce(${expiresAt} <= ${now.toISOString()}::timestamptz, false)`;
  const isUsed = sql`coalesce(${useCount} >= ${useLimit}, false)`;
  switch (state) {
    case "revoked":
      return isRevoked;
    case "gone":
      return sql`not ${isRevoked} and ${isGone}`;
    case "expired":
      return sql`not (${isRevoked}) and not ${isGone} and ${isOver}`;
    case "usedUp":
      return sql`not (${isRevoked}) and not ${isGone} and not ${isOver} and ${isUsed}`;
    case "active":
      return sql`not (${isRevoked}) and not ${isGone} and not ${isOver} and not ${isUsed}`;
  }
}

const SORT: Record<ShareListQuery["sort"], SQL> = {
  createdAt: sql`${shareCode.createdAt}`,
  name: sql`lower(${shareCode.name})`,
  expiresAt: sql`${shareCode.expiresAt}`,
  lastOpenedAt: sql`${openings.lastOpenedAt}`,
};

/** A page of codes with their openings; those never opened, or without an end, are sorted last. */
export async function findShares(db: Db, scope: Scope, query: ShareListQuery, now: Date): Promise<Page<ShareDto>> {
  const { q, kind, state, carrierId, deviceId, customerId } = query;
  const where = and(
    visible(scope),
    q ? or(...[shareCode.name, shareCode.subject].map((column) => ilike(column, containsPattern(q)))) : undefined,
    kind && eq(shareCode.kind, kind),
    state && inState(state, now),
    carrierId ? eq(shareCode.carrierId, carrierId) : undefined,
    deviceId ? eq(shareCode.deviceId, deviceId) : undefined,
    customerId ? eq(shareCode.customerId, customerId) : undefined,
  );
  const direction = query.dir === "asc" ? asc : desc;
  const [rows, [counted]] = await Promise.all([
    select(db)
      .where(where)
      .orderBy(sql`${direction(SORT[query.sort])} nulls last`, direction(shareCode.id))
      .limit(query.iDisplayLength)
      .offset(query.iDisplayStart),
    db.select({ total: count() }).from(shareCode).where(where),
  ]);
  return { items: rows.map((row) => toDto(row, now)), total: counted?.total ?? 0 };
}

/** One code. Throws NOT_FOUND. */
export async function getShare(db: Db, scope: Scope, id: number, now: Date): Promise<ShareDto> {
  const [row] = await select(db).where(and(eq(shareCode.id, id), visible(scope)));
  if (!row) throw notFound("shareCode", id);
  return toDto(row, now);
}

/** The same, locked against every change until the transaction ends. */
export async function lockShare(tx: Db, scope: Scope, id: number, now: Date): Promise<ShareDto> {
  await tx.select({ id: shareCode.id }).from(shareCode).where(eq(shareCode.id, id)).for("update");
  return getShare(tx, scope, id, now);
}

/** The sealed codes of these rows, in the order of the ids. Throws NOT_FOUND for one outside the scope. */
export async function getSealed(db: Db, scope: Scope, ids: readonly number[]) {
  const rows = await select(db).where(and(inArray(shareCode.id, [...ids]), visible(scope)));
  return ids.map((id) => {
    const found = rows.find(({ row }) => row.id === id);
    if (!found) throw notFound("shareCode", id);
    return found;
  });
}

export async function insertShares(tx: Db, _scope: Scope, values: readonly NewShare[]): Promise<number[]> {
  const rows = await tx
    .insert(shareCode)
    .values([...values])
    .returning({ id: shareCode.id });
  return rows.map(({ id }) => id);
}

export async function revokeShare(tx: Db, _scope: Scope, id: number, now: Date): Promise<void> {
  await tx.update(shareCode).set({ revokedAt: now }).where(eq(shareCode.id, id));
}

/** The openings of a code that the caller may see, newest first. */
export async function findOpenings(
  db: Db,
  _scope: Scope,
  id: number,
  { iDisplayStart, iDisplayLength }: { iDisplayStart: number; iDisplayLength: number },
): Promise<Page<OpeningDto>> {
  const where = eq(shareOpening.shareCodeId, id);
  const { at, outcome, address, userAgent, locale } = shareOpening;
  const items = await db
    .select({ at, outcome, address, userAgent, locale })
    .from(shareOpening)
    .where(where)
    .orderBy(desc(at), desc(shareOpening.id))
    .limit(iDisplayLength)
    .offset(iDisplayStart);
  const total = await db.$count(shareOpening, where);
  return { items: items.map((row) => ({ ...row, at: row.at.toISOString() })), total };
}

type Owned = { id: number; customerId: number; name: string };

/** The given carriers, devices or nodes of the tree, as far as they are visible. */
export async function findSubjects(
  db: Db,
  visibility: Visibility,
  what: "carrier" | "device" | "scene",
  ids: readonly number[],
): Promise<Owned[]> {
  if (ids.length === 0) return [];
  const client = db.$client;
  const { customerIds, sceneIds } = scopeArrays(visibility.scope);
  const isSeen =
    what === "scene"
      ? client`(${customerIds}::bigint[] is null or x.customer_id = any(${customerIds}::bigint[]))
               and (${sceneIds}::bigint[] is null or x.id = any(${sceneIds}::bigint[]))`
      : isVisible(client, visibility, what, "x");
  return client<Owned[]>`
    select x.id::int, x.customer_id::int as "customerId", x.name from ${client(what)} x
     where x.id = any(${[...ids]}::bigint[]) and ${isSeen}`;
}

const CHOICES = 20;

/** Carriers and measuring devices found by name, or nodes of the tree for a board. */
export async function findChoices(
  db: Db,
  visibility: Visibility,
  q: string | undefined,
  what: "points" | "boards",
): Promise<SubjectDto[]> {
  const client = db.$client;
  const { customerIds, sceneIds } = scopeArrays(visibility.scope);
  const pattern = q ? containsPattern(q) : null;
  if (what === "boards")
    return client<SubjectDto[]>`
      select 'board ' || s.id as key, 'board' as kind, s.id::int, s.name, coalesce(p.name, k.name) as place
        from scene s join customer k on k.id = s.customer_id left join scene p on p.id = s.parent_id
       where (${customerIds}::bigint[] is null or s.customer_id = any(${customerIds}::bigint[]))
         and (${sceneIds}::bigint[] is null or s.id = any(${sceneIds}::bigint[]))
         and (${pattern}::text is null or s.name ilike ${pattern})
       order by s.parent_id is not null, lower(s.name), s.id limit ${CHOICES}`;
  return client<SubjectDto[]>`
    (select 'carrier ' || c.id as key, 'carrier' as kind, c.id::int, c.name, s.name as place
       from carrier c join scene s on s.id = c.scene_id
      where ${isVisible(client, visibility, "carrier", "c")} and (${pattern}::text is null or c.name ilike ${pattern})
      order by lower(c.name), c.id limit ${CHOICES})
    union all
    (select 'device ' || d.id, 'device', d.id::int, d.name, d.serial_number
       from device d
      where ${isVisible(client, visibility, "device", "d")} and exists (select from probe p where p.device_id = d.id)
        and (${pattern}::text is null or d.name ilike ${pattern} or d.serial_number ilike ${pattern})
      order by lower(d.name), d.id limit ${CHOICES})`;
}
