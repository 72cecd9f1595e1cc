import "server-only";
import { and, asc, desc, eq, gte, inArray, isNotNull, isNull, lt, or, type SQL, sql } from "drizzle-orm";
import type { Db } from "@/db/client";
import { carrier, device, exception } from "@/db/schema";
import type { Scope } from "@/lib/auth/scope";
import { containsPattern, type Page } from "@/lib/resource/list-query";
import { isVisible } from "../data";
import { SEVERITY_RANK } from "../rules";
import type { ExceptionListQuery, ExceptionSummaryDto } from "../schema";

const isOpen = and(isNull(exception.endedAt), isNull(exception.withdrawnAt));

function matches(db: Db, text: string): SQL | undefined {
  const pattern = containsPattern(text);
  const carriers = db.select({ id: carrier.id }).from(carrier).where(sql`${carrier.name} ilike ${pattern}`);
  const devices = db
    .select({ id: device.id })
    .from(device)
    .where(sql`${device.name} ilike ${pattern} or ${device.serialNumber} ilike ${pattern}`);
  return or(inArray(exception.carrierId, carriers), inArray(exception.deviceId, devices));
}

const below = (sceneId: number) => sql`${carrier.sceneId} in (
  with recursive tree as (
    select ${sceneId}::bigint as id union select scene.id from scene join tree on scene.parent_id = tree.id
  ) select id from tree)`;

/** The filters of the list. What is open is shown whatever span is asked for. */
function filters(db: Db, scope: Scope, query: ExceptionListQuery): SQL | undefined {
  const { from, to } = query;
  const inSpan = and(
    from ? gte(exception.startedAt, new Date(from)) : undefined,
    to ? lt(exception.startedAt, new Date(to)) : undefined,
  );
  return and(
    isVisible(scope),
    query.withdrawn === "true" ? undefined : isNull(exception.withdrawnAt),
    query.state && (query.state === "open" ? isOpen : isNotNull(exception.endedAt)),
    query.acknowledged && (query.acknowledged === "yes" ? isNotNull : isNull)(exception.acknowledgedAt),
    query.status && eq(exception.status, query.status),
    query.severity && eq(exception.severity, query.severity),
    query.kind && eq(exception.kind, query.kind),
    query.carrierType && eq(carrier.type, query.carrierType),
    query.carrierId ? eq(exception.carrierId, query.carrierId) : undefined,
    query.deviceId ? eq(exception.deviceId, query.deviceId) : undefined,
    query.sceneId ? below(query.sceneId) : undefined,
    query.q ? matches(db, query.q) : undefined,
    inSpan && or(inSpan, isOpen),
  );
}

const severityRank = sql.join(
  [
    sql`case ${exception.severity}`,
    ...Object.entries(SEVERITY_RANK).map(([severity, rank]) => sql`when ${severity}::text then ${rank}::int`),
    sql`end`,
  ],
  sql` `,
);

/** Until the end, the withdrawal or now. */
const endOf = (now: Date) =>
  sql`coalesce(${exception.endedAt}, ${exception.withdrawnAt}, ${now.toISOString()}::timestamptz)`;

function order({ sort, dir }: ExceptionListQuery, now: Date): SQL[] {
  const by = {
    startedAt: sql`${exception.startedAt}`,
    severity: severityRank,
    durationSeconds: sql`${endOf(now)} - ${exception.startedAt}`,
    carrierName: sql`lower(coalesce(${carrier.name}, (select d.name from device d where d.id = ${exception.deviceId})))`,
  }[sort];
  const direction = dir === "asc" ? asc : desc;
  // Among equals the newest first; the id makes the order total, so that no row is on two pages.
  const newest = sort === "startedAt" ? [] : [desc(exception.startedAt)];
  return [direction(by), ...newest, direction(exception.id)];
}

/** The ids of one page, in the order asked for, and how many there are in all. */
export async function findExceptionIds(
  db: Db,
  scope: Scope,
  query: ExceptionListQuery,
  now: Date,
): Promise<Page<number>> {
  const where = filters(db, scope, query);
  const [page, [counted]] = await Promise.all([
    db
      .select({ id: exception.id })
      .from(exception)
      .leftJoin(carrier, eq(carrier.id, exception.carrierId))
      .where(where)
      .orderBy(...order(query, now))
      .limit(query.iDisplayLength)
      .offset(query.iDisplayStart),
    db
      .select({ total: sql<number>`count(*)::int` })
      .from(exception)
      .leftJoin(carrier, eq(carrier.id, exception.carrierId))
      .where(where),
  ]);
  return { items: page.map(({ id }) => id), total: counted?.total ?? 0 };
}

/** What of the visible exceptions, or those of one place or device, waits for people; withdrawn ones do not. */
export async function countExceptions(
  db: Db,
  scope: Scope,
  { carrierId, deviceId }: { carrierId?: number | undefined; deviceId?: number | undefined } = {},
): Promise<ExceptionSummaryDto> {
  const [counts] = await db
    .select({
      open: sql<number>`count(*) filter (where ${isNull(exception.endedAt)})::int`,
      unacknowledged: sql<number>`count(*) filter (where ${isNull(exception.acknowledgedAt)})::int`,
      unprocessed: sql<number>`count(*) filter (where ${eq(exception.status, "unprocessed")})::int`,
    })
    .from(exception)
    .leftJoin(carrier, eq(carrier.id, exception.carrierId))
    .where(
      and(
        isNull(exception.withdrawnAt),
        isVisible(scope),
        carrierId ? eq(exception.carrierId, carrierId) : undefined,
        deviceId ? eq(exception.deviceId, deviceId) : undefined,
      ),
    );
  return counts ?? { open: 0, unacknowledged: 0, unprocessed: 0 };
}
