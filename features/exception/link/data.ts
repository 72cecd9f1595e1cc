import "server-only";
import { and, eq, gt, inArray, sql } from "drizzle-orm";
import type { Db } from "@/db/client";
import { contact, customer, exceptionLink } from "@/db/schema";
import type { Series } from "../figures/chart.rules";

// For the holder of a key, whose scope is the row that it opens.

type Holder = { customerId: number; contactId: number };

/** The link rows of a contact for these exceptions, one each, however many messages contain it; ids by exception. */
export async function storeLinks(
  db: Db,
  { customerId, contactId }: Holder,
  exceptionIds: readonly number[],
  expiresAt: Date,
): Promise<Map<number, string>> {
  if (exceptionIds.length === 0) return new Map();
  const rows = await db
    .insert(exceptionLink)
    .values(
      exceptionIds.toSorted((a, b) => a - b).map((exceptionId) => ({ customerId, exceptionId, contactId, expiresAt })),
    )
    .onConflictDoUpdate({
      target: [exceptionLink.exceptionId, exceptionLink.contactId],
      set: { expiresAt: sql`greatest(${exceptionLink.expiresAt}, excluded.expires_at)` },
    })
    .returning({ id: exceptionLink.id, exceptionId: exceptionLink.exceptionId });
  return new Map(rows.map(({ exceptionId, id }) => [exceptionId, id]));
}

/** Deletes a contact's links; the next message creates new ones. */
export async function removeLinks(tx: Db, contactId: number): Promise<void> {
  await tx.delete(exceptionLink).where(eq(exceptionLink.contactId, contactId));
}

export type Link = Awaited<ReturnType<typeof findLinks>>[number];

/** The given links that are valid at `now`, of existing contacts and customers that are not cancelled. */
export function findLinks(db: Db, ids: readonly string[], now: Date) {
  return db
    .select({
      id: exceptionLink.id,
      exceptionId: exceptionLink.exceptionId,
      customerId: exceptionLink.customerId,
      contactId: exceptionLink.contactId,
      contactName: contact.name,
      contactLocale: contact.locale,
      customerName: customer.name,
      timeZone: customer.timeZone,
      temperatureUnit: customer.temperatureUnit,
    })
    .from(exceptionLink)
    .innerJoin(contact, eq(contact.id, exceptionLink.contactId))
    .innerJoin(customer, eq(customer.id, exceptionLink.customerId))
    .where(and(inArray(exceptionLink.id, [...ids]), gt(exceptionLink.expiresAt, now), eq(customer.status, "active")));
}

/** Locks links until the transaction ends; returns those not deleted meanwhile, for example with their contact. */
export async function lockLinks(tx: Db, ids: readonly string[]): Promise<Set<string>> {
  const rows = await tx
    .select({ id: exceptionLink.id })
    .from(exceptionLink)
    .where(inArray(exceptionLink.id, [...ids]))
    .orderBy(exceptionLink.id)
    .for("share");
  return new Set(rows.map(({ id }) => id));
}

/** Maximum number of rows per statement. */
const ROWS = 10_000;

/** Deletes expired links: another message about their exceptions creates new ones. */
export async function removeExpired(db: Db, now: Date): Promise<number> {
  const { count } = await db.$client`
    delete from exception_link where id = any(array(
      select id from exception_link where expires_at <= ${now.toISOString()}::timestamptz order by expires_at limit ${ROWS}))`;
  return count;
}

/**
 * A probe's readings between two instants (epoch ms) in buckets of `bucketSeconds`; buckets of whole hours use the
 * hourly roll-ups.
 */
export async function findSeries(
  db: Db,
  probeId: number,
  span: { from: number; to: number },
  bucketSeconds: number,
): Promise<Series> {
  const sql = db.$client;
  const source =
    bucketSeconds >= 3600
      ? sql`select hour as at, minimum, maximum, sum, count from reading_hour where probe_id = ${probeId}
             and hour >= to_timestamp(${span.from} / 1000.0) and hour < to_timestamp(${span.to} / 1000.0)`
      : sql`select at, value as minimum, value as maximum, value as sum, 1 as count from reading where probe_id = ${probeId}
             and at >= to_timestamp(${span.from} / 1000.0) and at < to_timestamp(${span.to} / 1000.0)`;
  const rows = await sql<{ at: number; min: number; mean: number; max: number }[]>`
    select floor(extract(epoch from at) / ${bucketSeconds})::float8 * ${bucketSeconds}::float8 * 1000 as at,
           min(minimum) as min, max(maximum) as max, greatest(min(minimum), least(max(maximum), sum(sum) / sum(count))) as mean
      from (${source}) part group by 1 order by 1`;
  const column = (name: keyof (typeof rows)[number]) => rows.map((row) => row[name]);
  return { at: column("at"), min: column("min"), mean: column("mean"), max: column("max") };
}
