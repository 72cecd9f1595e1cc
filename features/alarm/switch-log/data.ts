import "server-only";
import { and, desc, eq, gte, ilike, lt, or, type SQL, sql } from "drizzle-orm";
import type { PgColumn } from "drizzle-orm/pg-core";
import type { Db } from "@/db/client";
import { CARRIER_TYPES } from "@/db/enums";
import { alarmSwitchLog, carrier, customer, userAccount } from "@/db/schema";
import { inScope } from "@/lib/auth/scope-filter";
import { type Visibility, visibleCarriers } from "@/lib/auth/visibility";
import { containsPattern } from "@/lib/resource/list-query";
import { COUNT_LIMIT, type LogPage, pageOfIds } from "@/lib/resource/log-page";
import type { SwitchLogDto, SwitchLogListQuery } from "./schema";

/** If carriers of every type are visible, their types need no check, and most rows need no join of the carrier. */
const visible = (visibility: Visibility) => {
  const place = { customerId: alarmSwitchLog.customerId, sceneId: carrier.sceneId };
  const isOfEvery = CARRIER_TYPES.every((type) => visibility.types.includes(type));
  return isOfEvery ? inScope(visibility.scope, place) : visibleCarriers(visibility, { ...place, type: carrier.type });
};

const contains = (column: PgColumn, text: string) => ilike(column, containsPattern(text));

function matching(visibility: Visibility, query: SwitchLogListQuery): SQL | undefined {
  const { q, customerId, from, to, position, operator, carrierId } = query;
  return and(
    visible(visibility),
    from ? gte(alarmSwitchLog.at, new Date(from)) : undefined,
    to ? lt(alarmSwitchLog.at, new Date(to)) : undefined,
    customerId ? eq(alarmSwitchLog.customerId, customerId) : undefined,
    position ? eq(alarmSwitchLog.toSwitch, position) : undefined,
    carrierId ? eq(alarmSwitchLog.carrierId, carrierId) : undefined,
    operator ? or(contains(userAccount.name, operator), contains(userAccount.username, operator)) : undefined,
    q ? or(contains(carrier.name, q), contains(alarmSwitchLog.reason, q)) : undefined,
  );
}

const joined = (db: Db) =>
  db
    .select({ id: alarmSwitchLog.id })
    .from(alarmSwitchLog)
    // Each join matches at most one row: the planner removes those that no criterion uses.
    .leftJoin(carrier, eq(carrier.id, alarmSwitchLog.carrierId))
    .leftJoin(userAccount, eq(userAccount.id, alarmSwitchLog.userId))
    .$dynamic();

async function findIds(
  db: Db,
  visibility: Visibility,
  query: SwitchLogListQuery,
  { start, length }: { start: number; length: number },
): Promise<number[]> {
  const rows = await joined(db)
    .where(matching(visibility, query))
    .orderBy(desc(alarmSwitchLog.at), desc(alarmSwitchLog.id))
    .limit(length)
    .offset(start);
  return rows.map(({ id }) => id);
}

async function countRows(db: Db, visibility: Visibility, query: SwitchLogListQuery, limit: number): Promise<number> {
  const some = joined(db).where(matching(visibility, query)).limit(limit).as("some");
  const [row] = await db.select({ total: sql<number>`count(*)::int` }).from(some);
  return row?.total ?? 0;
}

async function findRows(db: Db, visibility: Visibility, ids: readonly number[]): Promise<SwitchLogDto[]> {
  if (ids.length === 0) return [];
  const rows = await db
    .select({
      row: {
        id: alarmSwitchLog.id,
        customerId: alarmSwitchLog.customerId,
        from: alarmSwitchLog.fromSwitch,
        to: alarmSwitchLog.toSwitch,
        reason: alarmSwitchLog.reason,
        isBySystem: alarmSwitchLog.isBySystem,
      },
      at: alarmSwitchLog.at,
      pausedUntil: alarmSwitchLog.pausedUntil,
      customerName: customer.name,
      carrier: { id: carrier.id, name: carrier.name, type: carrier.type },
      operator: { username: userAccount.username, name: userAccount.name },
    })
    .from(alarmSwitchLog)
    .innerJoin(customer, eq(customer.id, alarmSwitchLog.customerId))
    .innerJoin(carrier, eq(carrier.id, alarmSwitchLog.carrierId))
    .leftJoin(userAccount, eq(userAccount.id, alarmSwitchLog.userId))
    .where(and(sql`${alarmSwitchLog.id} = any(${`{${ids.join(",")}}`}::bigint[])`, visible(visibility)))
    .orderBy(desc(alarmSwitchLog.at), desc(alarmSwitchLog.id));
  return rows.map(({ row, at, pausedUntil, ...named }) => ({
    ...row,
    ...named,
    at: at.toISOString(),
    pausedUntil: pausedUntil?.toISOString() ?? null,
  }));
}

export async function findSwitchPage(
  db: Db,
  visibility: Visibility,
  query: SwitchLogListQuery,
): Promise<LogPage<SwitchLogDto>> {
  const { items: ids, ...page } = await pageOfIds(
    {
      findIds: (span) => findIds(db, visibility, query, span),
      count: (limit) => countRows(db, visibility, query, limit),
      isSought: Boolean(query.q || query.operator),
    },
    query,
  );
  return { items: await findRows(db, visibility, ids), ...page };
}

/** The newest matching rows, up to `COUNT_LIMIT`. */
export async function findSwitches(db: Db, visibility: Visibility, query: SwitchLogListQuery): Promise<SwitchLogDto[]> {
  return findRows(db, visibility, await findIds(db, visibility, query, { start: 0, length: COUNT_LIMIT }));
}
