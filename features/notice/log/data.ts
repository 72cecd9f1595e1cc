import "server-only";
import { and, asc, desc, eq, gte, ilike, isNotNull, isNull, lt, ne, or, type SQL, sql } from "drizzle-orm";
import type { PgColumn } from "drizzle-orm/pg-core";
import type { Db } from "@/db/client";
import { carrier, customer, device, exception, notice, outbox } from "@/db/schema";
import type { Scope } from "@/lib/auth/scope";
import { inScope, scopeArrays } from "@/lib/auth/scope-filter";
import { notFound } from "@/lib/errors";
import { containsPattern } from "@/lib/resource/list-query";
import { COUNT_LIMIT, type LogPage, pageOfIds } from "@/lib/resource/log-page";
import type { NoticeLogDetailDto, NoticeLogDto, NoticeLogListQuery } from "./schema";

/** Same visibility as the exception: by the node of the carrier, or of a device without carrier. */
const visible = (scope: Scope): SQL | undefined => {
  const { customerId } = notice;
  const atCarrier = inScope(scope, { customerId, sceneId: carrier.sceneId });
  if (scope.sceneIds === "all") return atCarrier;
  return or(atCarrier, and(isNull(exception.carrierId), inScope(scope, { customerId, sceneId: device.sceneId })));
};

const contains = (column: PgColumn, text: string) => ilike(column, containsPattern(text));

function matching(scope: Scope, query: NoticeLogListQuery): SQL | undefined {
  const { q, customerId, from, to, channel, status, type, carrierId, exceptionId } = query;
  return and(
    visible(scope),
    from ? gte(notice.at, new Date(from)) : undefined,
    to ? lt(notice.at, new Date(to)) : undefined,
    customerId ? eq(notice.customerId, customerId) : undefined,
    channel ? eq(notice.channel, channel) : undefined,
    status ? eq(notice.status, status) : undefined,
    type ? eq(notice.type, type) : undefined,
    exceptionId ? eq(notice.exceptionId, exceptionId) : undefined,
    carrierId ? eq(exception.carrierId, carrierId) : undefined,
    query.carrier
      ? or(
          contains(carrier.name, query.carrier),
          sql`${exception.carrierId} is null and ${contains(device.name, query.carrier)}`,
        )
      : undefined,
    q ? or(contains(notice.contactName, q), contains(notice.recipient, q)) : undefined,
  );
}

/** PostgreSQL removes left joins whose columns are unused, because each matches at most one row. */
const joined = (db: Db) =>
  db
    .select({ id: notice.id })
    .from(notice)
    .leftJoin(exception, eq(exception.id, notice.exceptionId))
    .leftJoin(carrier, eq(carrier.id, exception.carrierId))
    .leftJoin(device, eq(device.id, exception.deviceId))
    .$dynamic();

async function findIds(
  db: Db,
  scope: Scope,
  query: NoticeLogListQuery,
  { start, length }: { start: number; length: number },
): Promise<number[]> {
  const rows = await joined(db)
    .where(matching(scope, query))
    .orderBy(desc(notice.at), desc(notice.id))
    .limit(length)
    .offset(start);
  return rows.map(({ id }) => id);
}

async function countNotices(db: Db, scope: Scope, query: NoticeLogListQuery, limit: number): Promise<number> {
  const some = joined(db).where(matching(scope, query)).limit(limit).as("some");
  const [row] = await db.select({ total: sql<number>`count(*)::int` }).from(some);
  return row?.total ?? 0;
}

const COLUMNS = {
  id: notice.id,
  at: notice.at,
  customerId: notice.customerId,
  channel: notice.channel,
  type: notice.type,
  status: notice.status,
  contactName: notice.contactName,
  recipient: notice.recipient,
  reason: notice.reason,
  attempt: notice.attempt,
  remark: notice.remark,
  exceptionId: notice.exceptionId,
};

/** The content of the attempt: of the rows that were written for it, only one stores the text. */
const CONTENT = sql<string>`coalesce(nullif(${notice.content}, ''), (
  select keeper.content from notice keeper
   where keeper.outbox_id = ${notice.outboxId} and keeper.at = ${notice.at} and keeper.content <> '' limit 1), '')`;

/** The rows of the same message, as `other`. A reply has no outbox row; its rows are written at once for one sender. */
const OF_SAME_MESSAGE = sql`(
  select one.exception_id from notice one where one.outbox_id = ${notice.outboxId}
  union all
  select one.exception_id from notice one
   where one.customer_id = ${notice.customerId} and one.at = ${notice.at} and one.recipient = ${notice.recipient}
     and one.type = 'reply' and ${notice.type} = 'reply') other`;

/** The content; null if the message also reports an exception at a node that is not visible to the reader. */
function readable(scope: Scope): SQL<string | null> {
  const { sceneIds } = scopeArrays(scope);
  if (sceneIds === null) return CONTENT;
  return sql<string | null>`case when not exists (
    select from ${OF_SAME_MESSAGE}
      join exception oe on oe.id = other.exception_id
      left join carrier oc on oc.id = oe.carrier_id
      join device od on od.id = oe.device_id
     where not coalesce(case when oe.carrier_id is null then od.scene_id else oc.scene_id end = any(${`{${sceneIds.join(",")}}`}::bigint[]), false)
  ) then ${CONTENT} end`;
}

/** The content of an attempt on the first of its rows in the result, because one mail may report 200 exceptions. */
const onceAmong = (among: SQL, content: SQL<string | null>) => sql<string | null>`case when not exists (
  select from notice newer
   where newer.outbox_id = ${notice.outboxId} and newer.at = ${notice.at} and newer.id > ${notice.id} and newer.id = ${among}
) then ${content} end`;

/** Rows with their exceptions, newest first. With `isOnce` the content of an attempt is on its first row only. */
async function findRows(db: Db, scope: Scope, ids: readonly number[], isOnce = false): Promise<NoticeLogDto[]> {
  if (ids.length === 0) return [];
  const among = sql`any(${`{${ids.join(",")}}`}::bigint[])`;
  const rows = await db
    .select({
      row: COLUMNS,
      content: isOnce ? onceAmong(among, readable(scope)) : readable(scope),
      customerName: customer.name,
      carrier: { id: carrier.id, name: carrier.name, type: carrier.type },
      deviceName: device.name,
    })
    .from(notice)
    .innerJoin(customer, eq(customer.id, notice.customerId))
    .leftJoin(exception, eq(exception.id, notice.exceptionId))
    .leftJoin(carrier, eq(carrier.id, exception.carrierId))
    .leftJoin(device, eq(device.id, exception.deviceId))
    .where(and(sql`${notice.id} = ${among}`, visible(scope)))
    .orderBy(desc(notice.at), desc(notice.id));
  return rows.map(({ row, carrier: place, deviceName, ...rest }) => ({
    ...row,
    ...rest,
    at: row.at.toISOString(),
    carrier: place,
    deviceName: place ? null : deviceName,
  }));
}

export async function findNoticePage(db: Db, scope: Scope, query: NoticeLogListQuery): Promise<LogPage<NoticeLogDto>> {
  const { items: ids, ...page } = await pageOfIds(
    {
      findIds: (span) => findIds(db, scope, query, span),
      count: (limit) => countNotices(db, scope, query, limit),
      isSought: Boolean(query.q || query.carrier),
    },
    query,
  );
  return { items: await findRows(db, scope, ids), ...page };
}

/** The newest rows that match the filters, up to the count limit, with the content of each attempt once. */
export async function findNotices(db: Db, scope: Scope, query: NoticeLogListQuery): Promise<NoticeLogDto[]> {
  return findRows(db, scope, await findIds(db, scope, query, { start: 0, length: COUNT_LIMIT }), true);
}

const iso = (instant: Date | null) => instant?.toISOString() ?? null;

/** One attempt with its exception, its message and the related attempts. Throws NOT_FOUND outside the scope. */
export async function getNotice(db: Db, scope: Scope, id: number): Promise<NoticeLogDetailDto> {
  const [row] = await findRows(db, scope, [id]);
  if (!row) throw notFound("notice", id);
  const [of] = await db
    .select({
      outboxId: notice.outboxId,
      message: { dueAt: outbox.dueAt, status: outbox.status },
      exception: { severity: exception.severity, startedAt: exception.startedAt, endedAt: exception.endedAt },
    })
    .from(notice)
    .leftJoin(outbox, eq(outbox.id, notice.outboxId))
    .leftJoin(exception, eq(exception.id, notice.exceptionId))
    .where(and(eq(notice.id, id), eq(notice.customerId, row.customerId)));
  const outboxId = of?.outboxId ?? null;
  const [attempts, together] =
    outboxId === null
      ? [[], []]
      : await Promise.all([findAttempts(db, row, outboxId), findTogether(db, scope, row, outboxId)]);
  return {
    ...row,
    exception: of?.exception
      ? { ...of.exception, startedAt: of.exception.startedAt.toISOString(), endedAt: iso(of.exception.endedAt) }
      : null,
    message: of?.message ? { status: of.message.status, dueAt: of.message.dueAt.toISOString() } : null,
    attempts,
    together,
  };
}

async function findAttempts(db: Db, { exceptionId, customerId }: NoticeLogDto, outboxId: number) {
  const { id, at, status, reason, attempt } = notice;
  const rows = await db
    .select({ id, at, status, reason, attempt })
    .from(notice)
    .where(
      and(
        eq(notice.outboxId, outboxId),
        eq(notice.customerId, customerId),
        sql`${notice.exceptionId} is not distinct from ${exceptionId}`,
      ),
    )
    .orderBy(asc(notice.at), asc(notice.id))
    .limit(100);
  return rows.map((row) => ({ ...row, at: row.at.toISOString() }));
}

async function findTogether(db: Db, scope: Scope, shown: NoticeLogDto, outboxId: number) {
  const rows = await db
    .select({ id: notice.id, exceptionId: exception.id, place: sql<string>`coalesce(${carrier.name}, ${device.name})` })
    .from(notice)
    .innerJoin(exception, eq(exception.id, notice.exceptionId))
    .innerJoin(device, eq(device.id, exception.deviceId))
    .leftJoin(carrier, eq(carrier.id, exception.carrierId))
    .where(
      and(
        eq(notice.outboxId, outboxId),
        eq(notice.attempt, shown.attempt),
        ne(notice.id, shown.id),
        isNotNull(notice.exceptionId),
        visible(scope),
      ),
    )
    .orderBy(asc(notice.id))
    .limit(100);
  return rows;
}
