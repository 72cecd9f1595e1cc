import "server-only";
import { and, desc, eq, sql } from "drizzle-orm";
import type { Db } from "@/db/client";
import { audit, notice, userAccount } from "@/db/schema";
import type { NoticeDto, TrailDto } from "./timeline.schema";

/** An exception that the caller has found inside the scope. */
type Shown = { id: number; customerId: number };

/** As many tries as one can read: repeats may go on for months. */
const MOST_NOTICES = 500;

/** Who was told, attempt by attempt, in order of time; of too many the last. */
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

/** Who did what to it, from its customer's audit chain. */
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
