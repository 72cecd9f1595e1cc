import "server-only";
import { and, asc, eq, gt, lte } from "drizzle-orm";
import type { Db } from "@/db/client";
import { audit } from "@/db/schema";
import { CHAIN_START, type ChainPosition, type StoredLink, walkChain } from "./chain";

/** The first row that does not fit; without id and time where the row itself is missing. */
export type BrokenRow = { sequence: number; id: number | null; at: string | null };

/**
 * `rows`: up to this position the chain was walked and holds. `next`: where to go on, for the time ran out; null when
 * the end was reached or a row is broken.
 */
export type ChainVerdict = { rows: number; total: number; firstBroken: BrokenRow | null; next: number | null };

const BATCH = 1000;

type Bounds = { last: number; headSequence: number; headHash: string };

/** The last row and the stored end of the chain, as they stood at one instant: others write meanwhile. */
async function boundsOf(db: Db, customerId: number): Promise<{ last: number; head: ChainPosition }> {
  const [row] = await db.$client<Bounds[]>`
    select coalesce((select max(sequence) from audit where customer_id = ${customerId}), 0)::int as last,
           coalesce((select sequence from audit_head where customer_id = ${customerId}), 0)::int as "headSequence",
           coalesce((select hash from audit_head where customer_id = ${customerId}), ${CHAIN_START.hash}) as "headHash"`;
  const { last, headSequence, headHash } = row as Bounds;
  return { last, head: { sequence: headSequence, hash: headHash } };
}

async function linksAfter(db: Db, customerId: number, after: number, last: number): Promise<StoredLink[]> {
  const rows = await db
    .select()
    .from(audit)
    .where(and(eq(audit.customerId, customerId), gt(audit.sequence, after), lte(audit.sequence, last)))
    .orderBy(asc(audit.sequence))
    .limit(BATCH);
  return rows.map(({ id: _, at, ...row }) => ({ ...row, at: at.toISOString() }));
}

async function rowAt(db: Db, customerId: number, sequence: number) {
  const place = and(eq(audit.customerId, customerId), eq(audit.sequence, sequence));
  const [row] = await db.select({ id: audit.id, at: audit.at, hash: audit.hash }).from(audit).where(place);
  return row;
}

/**
 * Walks a customer's chain in batches, from behind row `after` on, for about `budgetMs`; a chain of any length is
 * walked with the memory of one batch. What lies before `after` is not looked at again.
 */
export async function verifyChain(
  db: Db,
  customerId: number,
  { after = 0, budgetMs = 4000 }: { after?: number; budgetMs?: number } = {},
): Promise<ChainVerdict> {
  const started = performance.now();
  const { last, head } = await boundsOf(db, customerId);
  const total = Math.max(last, head.sequence);
  const broken = async (sequence: number): Promise<ChainVerdict> => {
    const row = await rowAt(db, customerId, sequence);
    const firstBroken = { sequence, id: row?.id ?? null, at: row?.at.toISOString() ?? null };
    return { rows: sequence - 1, total, firstBroken, next: null };
  };

  // Behind the end there is nothing to go on from: the walk begins anew.
  const from = after > head.sequence ? 0 : after;
  const start = from > 0 ? await rowAt(db, customerId, from) : undefined;
  if (from > 0 && !start) return broken(Math.min(from, last + 1));
  const walk = walkChain(start ? { sequence: from, hash: start.hash } : CHAIN_START);
  while (walk.position().sequence < last) {
    const { sequence } = walk.position();
    if (sequence > from && performance.now() - started > budgetMs)
      return { rows: sequence, total, firstBroken: null, next: sequence };
    const links = await linksAfter(db, customerId, sequence, last);
    const wrong = walk.take(links) ?? (links.length === 0 ? sequence + 1 : null);
    if (wrong !== null) return broken(wrong);
  }
  const wrong = walk.end(head);
  return wrong === null ? { rows: total, total, firstBroken: null, next: null } : broken(wrong);
}
