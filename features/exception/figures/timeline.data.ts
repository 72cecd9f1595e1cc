import "server-only";
import { and, desc, eq, sql } from "drizzle-orm";
import type { Db } from "@/db/client";
import { audit, notice, userAccount } from "@/db/schema";
import type { NoticeDto, TrailDto } from "./timeline.schema";

/** An exception that the caller has found in scope. */
type Shown = { id: number; customerId: number };

/** Maximum number of attempts shown: repeats can continue for months. */
const MOST_NOTICES = 500;

/** The notices, one row per attempt, in order of time; the last ones if there are too many. */
export async function findNotices(db: Db, { id, customerId }: Shown): Promise<NoticeDto[]> {
  const { at, channel, type, status, contactName, recipient, attempt, reason, remark } = notice;
  const rows = await db
    .select({
      ...{ at, channel, type, status, contactName, recipient, attempt, reason, remark },
      isDigest: sql<boolean>`${notice.type} = 'digest'`,
      others: sql<number>`(select count(distinct o.exception_id)::int from notice o
        where o.outbox_id = notice.outbox_id and o.customer_id = notice.customer_id and o.exception_id <> notice.exception_id)`,
    })
    .from(notice)
    .where(and(eq(notice.exceptionId, id), eq(notice.customerId, customerId)))
    .orderBy(desc(notice.at), desc(notice.id))
    .limit(MOST_NOTICES);
  return rows.reverse().map((row) => ({ ...row, at: row.at.toISOString() }));
}

/** The actions on the exception, from its customer's audit chain. */
export async function findTrail(db: Db, { id, customerId }: Shown): Promise<TrailDto[]> {
  const { at, actorType, actorName, operation, reason, oldValues, newValues } = audit;
  const rows = await db
    .select({
      at,
      actor: sql<string>`case when ${actorType} = 'system' then '' else coalesce(${userAccount.name}, ${actorName}) end`,
      operation,
      reason,
      oldValues,
      newValues,
    })
    .from(audit)
    .leftJoin(userAccount, and(eq(audit.actorType, "user"), eq(userAccount.id, audit.actorId)))
    .where(and(eq(audit.entity, "exception"), eq(audit.entityId, String(id)), eq(audit.customerId, customerId)))
    .orderBy(audit.sequence)
    .limit(200);
  return rows.map((row) => ({ ...row, at: row.at.toISOString() }));
}
