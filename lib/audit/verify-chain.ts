import "server-only";
import { and, asc, eq, gt, lte } from "drizzle-orm";
import type { Db } from "@/db/client";
import { audit } from "@/db/schema";
import { CHAIN_START, type ChainHead, isSealed, plainUntil, type StoredLink, walkChain } from "./chain";
import { chainKeys } from "./chain-keys";

/** The first row that does not fit; without id and time where the row itself is missing. */
export type BrokenRow = { sequence: number; id: number | null; at: string | null };

/**
 * `rows`: up to this position the chain was walked and holds. `next`: where to go on, for the time ran out; null when
 * the end was reached or a row is broken.
 */
export type ChainVerdict = { rows: number; total: number; firstBroken: BrokenRow | null; next: number | null };

const BATCH = 1000;

type Bounds = { last: number; head: ChainHead | null; anchorHash: string | null; isCustomer: boolean };

const NO_HEAD: ChainHead = { ...CHAIN_START, keyId: null, seal: null, plainUntil: 0, anchorKeyId: null, anchor: null };

/** The last row, the stored end of the chain and the row at its anchor, as they stood at one instant: others write meanwhile. */
async function boundsOf(db: Db, customerId: number) {
  const [row] = await db.$client<Bounds[]>`
    select coalesce((select max(sequence) from audit where customer_id = ${customerId}), 0)::int as last,
           (select json_build_object('sequence', sequence, 'hash', hash, 'keyId', key_id, 'seal', seal,
                                     'plainUntil', plain_until, 'anchorKeyId', anchor_key_id, 'anchor', anchor)
              from audit_head where customer_id = ${customerId}) as head,
           exists (select from customer where id = ${customerId}) as "isCustomer",
           (select a.hash from audit_head h join audit a on a.customer_id = h.customer_id and a.sequence = h.plain_until
             where h.customer_id = ${customerId}) as "anchorHash"`;
  const { last, head, anchorHash, isCustomer } = row as Bounds;
  // A customer has an end from its beginning; without a customer and rows there is nothing to look at.
  const isMissing = head === null && (isCustomer || last > 0);
  return { last, head: head ?? NO_HEAD, anchorHash: anchorHash ?? undefined, isMissing };
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
  const keys = chainKeys();
  const { last, head, anchorHash, isMissing } = await boundsOf(db, customerId);
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
  const walk = walkChain({
    keys,
    plainUntil: plainUntil(customerId, head, anchorHash, keys),
    start: start ? { sequence: from, hash: start.hash } : CHAIN_START,
  });
  while (walk.position().sequence < last) {
    const { sequence } = walk.position();
    if (sequence > from && performance.now() - started > budgetMs)
      return { rows: sequence, total, firstBroken: null, next: sequence };
    const links = await linksAfter(db, customerId, sequence, last);
    const wrong = walk.take(links) ?? (links.length === 0 ? sequence + 1 : null);
    if (wrong !== null) return broken(wrong);
  }
  // Rows that were cut off with the end made to fit leave one that nobody with the key has written.
  const isEnd = !isMissing && (head === NO_HEAD || isSealed(customerId, head, keys));
  const wrong = walk.end(head) ?? (isEnd ? null : total + 1);
  return wrong === null ? { rows: total, total, firstBroken: null, next: null } : broken(wrong);
}
