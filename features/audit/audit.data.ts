import "server-only";
import { and, asc, desc, eq, gt, gte, ilike, isNull, lt, or, type SQL, sql } from "drizzle-orm";
import type { PgColumn } from "drizzle-orm/pg-core";
import type { Db } from "@/db/client";
import type { Measure } from "@/db/enums";
import { audit, customer, invalidRule, parameter, probe, userAccount, zone, zonePreset } from "@/db/schema";
import { covers, type Scope } from "@/lib/auth/scope";
import { inScope } from "@/lib/auth/scope-filter";
import { notFound } from "@/lib/errors";
import { containsPattern } from "@/lib/resource/list-query";
import { COUNT_LIMIT, type LogPage, pageOfIds } from "@/lib/resource/log-page";
import { partsOf } from "./audit.rules";
import type { SysLogDetailDto, SysLogDto, SysLogListQuery, SysLogRowDto } from "./audit.schema";

const visible = (scope: Scope) => inScope(scope, { customerId: audit.customerId });

const contains = (column: PgColumn, text: string | undefined) =>
  text ? ilike(column, containsPattern(text)) : undefined;

/** The columns that `q` searches. A request id, which users see with an error, matches the row exactly. */
const SEARCHED = [audit.actorName, audit.entityId, audit.reason];

/** The condition for rows about a carrier or a device: the record itself, and the records that belong to it. */
function isAbout({ carrierId, deviceId }: Pick<SysLogListQuery, "carrierId" | "deviceId">): SQL | undefined {
  const ofCarrier =
    carrierId &&
    sql`
    select 'carrier', ${String(carrierId)} union all
    select 'carrierFile', id::text from carrier_file where carrier_id = ${carrierId} union all
    select 'loggerFile', id::text from logger_file where carrier_id = ${carrierId} union all
    select 'plinthBinding', id::text from device_binding where carrier_id = ${carrierId}`;
  const ofDevice =
    deviceId &&
    sql`
    select entity, ${String(deviceId)} from device d, unnest(array[d.kind, 'device']) entity where d.id = ${deviceId} union all
    select 'deviceCommand', id::text from device_command where device_id = ${deviceId} union all
    select 'calibration', id::text from calibration where device_id = ${deviceId} union all
    select 'probe', id::text from probe where device_id = ${deviceId} union all
    select 'plinthBinding', id::text from device_binding where device_id = ${deviceId} or sensor_id = ${deviceId}`;
  const isOne = (records: SQL) => sql`(${audit.entity}, ${audit.entityId}) in (${records})`;
  return and(ofCarrier ? isOne(ofCarrier) : undefined, ofDevice ? isOne(ofDevice) : undefined);
}

function matching(scope: Scope, query: SysLogListQuery, reach: Date): SQL | undefined {
  const { q, customerId, from, to, operator, entity, entityId, operation, address } = query;
  return and(
    visible(scope),
    gte(audit.at, from ? new Date(from) : reach),
    to ? lt(audit.at, new Date(to)) : undefined,
    customerId ? eq(audit.customerId, customerId) : undefined,
    entity ? eq(audit.entity, entity) : undefined,
    entityId ? eq(audit.entityId, entityId) : undefined,
    operation ? eq(audit.operation, operation) : undefined,
    isAbout(query),
    contains(audit.actorName, operator),
    contains(audit.address, address),
    q ? or(...SEARCHED.map((column) => contains(column, q)), eq(audit.requestId, q)) : undefined,
  );
}

type Row = typeof audit.$inferSelect;

/** The account of a row that concerns a single account. */
const isOfAccount = and(
  eq(audit.entity, "user"),
  sql`${userAccount.id}::text = ${audit.entityId}`,
  eq(userAccount.customerId, audit.customerId),
);

const keysOf = (row: Row) => [...new Set([...Object.keys(row.newValues ?? {}), ...Object.keys(row.oldValues ?? {})])];

/** The names of a row: its customer, and the account that it is about. */
type Names = { customerName: string | null; username: string | null };

/** The row itself contains a changed name, also if the record is deleted. */
function nameOf({ oldValues, newValues }: Row, { username }: Names): string | null {
  const name = newValues?.name ?? oldValues?.name;
  return typeof name === "string" ? name : username;
}

function dtoOf(row: Row, names: Names): SysLogDto {
  const { id, customerId, sequence, at, actorType, actorName, address, operation, entity, entityId, reason } = row;
  return {
    id,
    customerId,
    customerName: names.customerName ?? `#${customerId}`,
    sequence,
    at: at.toISOString(),
    actorType,
    actorName,
    address,
    operation,
    entity,
    entityId,
    entityName: nameOf(row, names),
    result: partsOf(operation).isRefused ? "refused" : "succeeded",
    fields: keysOf(row),
    reason,
  };
}

const detailOf = (row: Row, names: Names): SysLogDetailDto => {
  const { requestId, oldValues, newValues, previousHash, hash } = row;
  return { ...dtoOf(row, names), requestId, oldValues, newValues, previousHash, hash };
};

/** The ids of the matching rows, newest first. Only ids, because rows are wide and a far page skips many. */
async function findIds(
  db: Db,
  scope: Scope,
  query: SysLogListQuery,
  reach: Date,
  { start, length }: { start: number; length: number },
): Promise<number[]> {
  const rows = await db
    .select({ id: audit.id })
    .from(audit)
    .where(matching(scope, query, reach))
    .orderBy(desc(audit.at), desc(audit.id))
    .limit(length)
    .offset(start);
  return rows.map(({ id }) => id);
}

/** Rows with all their values, newest first. */
async function findRows(db: Db, scope: Scope, ids: readonly number[]): Promise<SysLogDetailDto[]> {
  if (ids.length === 0) return [];
  const rows = await db
    .select({ row: audit, customerName: customer.name, username: userAccount.username })
    .from(audit)
    .leftJoin(customer, eq(customer.id, audit.customerId))
    .leftJoin(userAccount, isOfAccount)
    .where(and(sql`${audit.id} = any(${`{${ids.join(",")}}`}::bigint[])`, visible(scope)))
    .orderBy(desc(audit.at), desc(audit.id));
  return rows.map(({ row, ...names }) => detailOf(row, names));
}

/** The newest rows that match the filters, up to the count limit. */
export async function findLog(db: Db, scope: Scope, query: SysLogListQuery, reach: Date): Promise<SysLogDetailDto[]> {
  return findRows(db, scope, await findIds(db, scope, query, reach, { start: 0, length: COUNT_LIMIT }));
}

async function countLog(db: Db, scope: Scope, query: SysLogListQuery, reach: Date, limit: number): Promise<number> {
  const some = db
    .select({ one: sql`1` })
    .from(audit)
    .where(matching(scope, query, reach))
    .limit(limit)
    .as("some");
  const [row] = await db.select({ total: sql<number>`count(*)::int` }).from(some);
  return row?.total ?? 0;
}

/** A page of the log with the values of its rows. */
export async function findLogRows(
  db: Db,
  scope: Scope,
  query: SysLogListQuery,
  reach: Date,
): Promise<LogPage<SysLogDetailDto>> {
  const { items: ids, ...page } = await pageOfIds(
    {
      findIds: (span) => findIds(db, scope, query, reach, span),
      count: (limit) => countLog(db, scope, query, reach, limit),
      isSought: Boolean(query.q || query.operator || query.address),
    },
    query,
  );
  return { items: await findRows(db, scope, ids), ...page };
}

export async function findLogPage(
  db: Db,
  scope: Scope,
  query: SysLogListQuery,
  reach: Date,
): Promise<LogPage<SysLogDto>> {
  const { items: rows, ...page } = await findLogRows(db, scope, query, reach);
  const items = rows.map(
    ({ oldValues: _, newValues: __, previousHash: ___, hash: ____, requestId: _____, ...row }) => row,
  );
  return { items, ...page };
}

/** The records that have a measure, by the entity of their rows. */
const MEASURED: Readonly<Record<string, typeof zone | typeof zonePreset | typeof invalidRule>> = {
  zone,
  zonePreset,
  invalidRule,
};

/** The changes of a record on either side of a row, nearest first; the values in which each has the state at the row. */
const NEIGHBOURS = {
  before: { values: audit.newValues, isBeyond: lt, order: desc },
  after: { values: audit.oldValues, isBeyond: gt, order: asc },
} as const;

/** The measure in the nearest change of a row's record before or after the row. */
async function measureFrom(
  db: Db,
  { id, entity, entityId }: Row,
  side: keyof typeof NEIGHBOURS,
): Promise<Measure | undefined> {
  const { values, isBeyond, order } = NEIGHBOURS[side];
  const ofRecord = and(eq(audit.entity, entity), eq(audit.entityId, entityId));
  const [found] = await db
    .select({ measure: sql<Measure>`${values}->>'measure'` })
    .from(audit)
    .where(and(ofRecord, isBeyond(audit.id, id), sql`${values}->>'measure' is not null`))
    .orderBy(order(audit.id))
    .limit(1);
  return found?.measure;
}

/**
 * What the record of a row measured at that time: by the last change of it before, the first one after, or the present
 * record. Null for a record without a measure.
 */
async function measureOf(db: Db, row: Row): Promise<Measure | null> {
  const { entity, entityId, newValues } = row;
  const probeId = Number(newValues?.probeId);
  if (entity === "recordSheet" && probeId) {
    const [found] = await db.select({ measure: probe.measure }).from(probe).where(eq(probe.id, probeId));
    return found?.measure ?? null;
  }
  const record = MEASURED[entity];
  if (!record) return null;
  const known = (await measureFrom(db, row, "before")) ?? (await measureFrom(db, row, "after"));
  if (known) return known;
  const recordId = Number(entityId);
  // The row of a refused call may name no record.
  if (!Number.isSafeInteger(recordId)) return null;
  const [present] = await db.select({ measure: record.measure }).from(record).where(eq(record.id, recordId));
  return present?.measure ?? null;
}

export async function getLogRow(db: Db, scope: Scope, id: number): Promise<SysLogRowDto> {
  const [found] = await db
    .select({ row: audit, customerName: customer.name, username: userAccount.username })
    .from(audit)
    .leftJoin(customer, eq(customer.id, audit.customerId))
    .leftJoin(userAccount, isOfAccount)
    .where(and(eq(audit.id, id), visible(scope)));
  if (!found) throw notFound("log row", id);
  return { ...detailOf(found.row, found), measure: await measureOf(db, found.row) };
}

/** The number of rows from which the choices of the filters are taken. */
const RECENT = 5000;

/** The modules and operations among the newest rows, for the choices of the filters. */
export async function findNames(db: Db, scope: Scope): Promise<{ entities: string[]; operations: string[] }> {
  const recent = db
    .select({ entity: audit.entity, operation: audit.operation })
    .from(audit)
    .where(visible(scope))
    .orderBy(desc(audit.at))
    .limit(RECENT)
    .as("recent");
  const rows = await db.selectDistinct({ entity: recent.entity, operation: recent.operation }).from(recent);
  const sorted = (names: string[]) => [...new Set(names)].sort();
  return { entities: sorted(rows.map((row) => row.entity)), operations: sorted(rows.map((row) => row.operation)) };
}

/** Throws NOT_FOUND unless the customer's rows are visible. A log outlives its customer. */
export function assertVisible(scope: Scope, customerId: number): void {
  if (!covers(scope, { customerId })) throw notFound("customer", customerId);
}

const LOG_DAYS_CODE = "retention.logDays";
const shipped = and(eq(parameter.code, LOG_DAYS_CODE), isNull(parameter.customerId));
/** The default, if the parameter is missing or invalid. */
const FIVE_YEARS = 1826;

export async function findLogDays(db: Db): Promise<number> {
  const [row] = await db.select({ content: parameter.content }).from(parameter).where(shipped);
  const days = Number(row?.content);
  return Number.isInteger(days) && days > 0 ? days : FIVE_YEARS;
}

export async function saveLogDays(tx: Db, days: number): Promise<void> {
  const content = String(days);
  const changed = await tx.update(parameter).set({ content }).where(shipped).returning({ id: parameter.id });
  if (changed.length === 0)
    await tx.insert(parameter).values({ code: LOG_DAYS_CODE, type: "integer", content, isShipped: true });
}
