import "server-only";
import { and, asc, eq, gt, lte } from "drizzle-orm";
import type { Db } from "@/db/client";
import { audit } from "@/db/schema";
import { CHAIN_START, type ChainHead, isSealed, plainUntil, type StoredLink, walkChain } from "./chain";
import { chainKeys } from "./chain-keys";

/** The first broken row; without id and time if the row itself is missing. */
export type BrokenRow = { sequence: number; id: number | null; at: string | null };

/**
 * `rows`: the chain is intact up to this position. `next`: where to continue if the time ran out; null when the end was
 * reached or a row is broken.
 */
export type ChainVerdict = { rows: number; total: number; firstBroken: BrokenRow | null; next: number | null };

const BATCH = 1000;

type Bounds = { last: number; head: ChainHead | null; anchorHash: string | null; isCustomer: boolean };

const NO_HEAD: ChainHead = { ...CHAIN_START, keyId: null, seal: null, plainUntil: 0, anchorKeyId: null, anchor: null };

/** The last row, the stored end and the row at the anchor, from one snapshot because others write meanwhile. */
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
  // Every customer has an end from its creation; without a customer and rows there is nothing to verify.
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
 * Verifies a customer's chain in batches from the row after `after`, for about `budgetMs`. Needs memory for one batch,
 * whatever the length. Rows up to `after` are not verified again.
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

  // A position beyond the end cannot be continued: verification restarts.
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
  // After truncating rows and forging the end, the end's seal cannot be valid without the key.
  const isEnd = !isMissing && (head === NO_HEAD || isSealed(customerId, head, keys));
  const wrong = walk.end(head) ?? (isEnd ? null : total + 1);
  return wrong === null ? { rows: total, total, firstBroken: null, next: null } : broken(wrong);
}
