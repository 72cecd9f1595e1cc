import "server-only";
import { and, eq, gt, isNull, or, sql } from "drizzle-orm";
import { type Db, transaction } from "@/db/client";
import type { TemperatureUnit } from "@/db/enums";
import { customer, shareCode, shareOpening } from "@/db/schema";
import type { ShareOutcome } from "@/db/share-enums";

// For the holder of a code, whose scope is the row that it opens.

export type SharedRow = typeof shareCode.$inferSelect & {
  ownerName: string;
  timeZone: string;
  temperatureUnit: TemperatureUnit;
  isOwnerActive: boolean;
};

/** The code with this hash, whatever its state. */
export async function findByCode(db: Db, codeHash: string): Promise<SharedRow | undefined> {
  const [found] = await db
    .select({
      ...{ row: shareCode, ownerName: customer.name, timeZone: customer.timeZone },
      ...{ temperatureUnit: customer.temperatureUnit, status: customer.status },
    })
    .from(shareCode)
    .innerJoin(customer, eq(customer.id, shareCode.customerId))
    .where(eq(shareCode.codeHash, codeHash));
  return (
    found && {
      ...found.row,
      ownerName: found.ownerName,
      timeZone: found.timeZone,
      temperatureUnit: found.temperatureUnit,
      isOwnerActive: found.status === "active",
    }
  );
}

/** Which code an opening was of, and when; undefined if there is none. */
export async function findVisit(db: Db, id: string) {
  const [row] = await db
    .select({ shareCodeId: shareOpening.shareCodeId, at: shareOpening.at })
    .from(shareOpening)
    .where(and(eq(shareOpening.id, id), eq(shareOpening.outcome, "opened")));
  return row;
}

type Reader = { now: Date; address: string; userAgent: string; locale: string };

/** Logs an opening, or an attempt with a wrong PIN, and returns its id. */
export async function insertOpening(
  db: Db,
  shareCodeId: number,
  outcome: ShareOutcome,
  { now: at, address, userAgent, locale }: Reader,
): Promise<string> {
  const [row] = await db
    .insert(shareOpening)
    .values({ shareCodeId, outcome, at, address, userAgent, locale })
    .returning({ id: shareOpening.id });
  return (row as { id: string }).id;
}

/** Uses up one opening and logs it; null if another reader took the last one, or the code ended meanwhile. */
export const takeOpening = (db: Db, id: number, reader: Reader): Promise<string | null> =>
  transaction(db, async (tx) => {
    const { revokedAt, expiresAt, useLimit, useCount } = shareCode;
    const isUnused = or(isNull(useLimit), gt(useLimit, useCount));
    const isOpen = and(isNull(revokedAt), or(isNull(expiresAt), gt(expiresAt, reader.now)), isUnused);
    const rows = await tx
      .update(shareCode)
      .set({ useCount: sql`${useCount} + 1` })
      .where(and(eq(shareCode.id, id), isOpen))
      .returning({ id: shareCode.id });
    return rows.length > 0 ? insertOpening(tx, id, "opened", reader) : null;
  });

/** Maximum number of rows per statement. */
const ROWS = 10_000;

/** Deletes openings before an instant; returns how many. */
export async function removeOpenings(db: Db, before: Date): Promise<number> {
  const { count } = await db.$client`
    delete from share_opening where id = any(array(
      select id from share_opening where at < ${before.toISOString()}::timestamptz limit ${ROWS}))`;
  return count;
}
