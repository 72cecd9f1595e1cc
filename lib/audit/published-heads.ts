import "server-only";
import { and, desc, eq, isNull, lte, sql } from "drizzle-orm";
import type { Db } from "@/db/client";
import { audit, auditPublication, customer, parameter } from "@/db/schema";
import {
  CHAIN_START,
  type ChainHead,
  type ChainKeys,
  isNoted,
  isPublished,
  isSealed,
  type Publication,
  type PublishedHead,
  type PublishedHeads,
  publicationSealOf,
  signHeads,
} from "./chain";
import { chainKeys } from "./chain-keys";

/** Chain ends per log line. */
const HEADS_OF_A_LINE = 100;

/** The message of these log lines. */
export const PUBLISHED = "audit: chain ends";

/** The installation's parameter with the mail address that receives the chain ends. */
export const KEEPER_PARAMETER = "audit_keeper_email";

/** Advisory lock key, arbitrary but equal in every process: one worker publishes at a time. */
const PUBLISH_LOCK = 71_840;
/** Rows searched for the last publication: anyone with database access may have inserted others before it. */
const LOOKED_THROUGH = 400;

const dayOf = (now: Date): string => now.toISOString().slice(0, 10);

/** The last publication up to this day that is authentic. */
async function lastPublication(tx: Db, now: Date, keys: ChainKeys): Promise<Publication | undefined> {
  const rows = await tx
    .select()
    .from(auditPublication)
    .where(lte(auditPublication.day, dayOf(now)))
    .orderBy(desc(auditPublication.day))
    .limit(LOOKED_THROUGH);
  return rows
    .map((row) => ({ ...row, at: row.at.toISOString() }))
    .find((row) => isNoted({ day: row.day, at: row.at, keeper: row.keeper, keyId: row.keyId, seal: row.seal }, keys));
}

async function note(tx: Db, publication: Publication, keys: ChainKeys): Promise<void> {
  const { day, at, keeper } = publication;
  const values = { at: new Date(at), keeper, ...publicationSealOf({ day, at, keeper }, keys) };
  await tx
    .insert(auditPublication)
    .values({ day, ...values })
    .onConflictDoUpdate({ target: auditPublication.day, set: values });
}

/** The stored ends, or the start for a customer without rows; broken if the product did not write it last. */
async function endsOf(db: Db, keys: ChainKeys): Promise<PublishedHead[]> {
  const rows = await db.$client<{ customerId: number; head: ChainHead | null }[]>`
    select coalesce(h.customer_id, c.id)::int as "customerId",
           case when h.customer_id is not null then
             json_build_object('sequence', h.sequence, 'hash', h.hash, 'keyId', h.key_id, 'seal', h.seal) end as head
      from audit_head h full join customer c on c.id = h.customer_id order by 1`;
  return rows.map(({ customerId, head }) => {
    const { sequence, hash } = head ?? CHAIN_START;
    const isBroken = head === null || !isSealed(customerId, head, keys);
    return { customerId, sequence, hash, ...(isBroken && { isBroken }) };
  });
}

/**
 * Returns the signed ends of all chains, if the installation has not published them on this day (UTC) yet. Runs in the
 * caller's transaction. A day entered by anyone else counts as not published.
 */
export async function readUnpublishedHeads(tx: Db, now: Date): Promise<PublishedHeads[]> {
  const keys = chainKeys();
  await tx.execute(sql`select pg_advisory_xact_lock(${PUBLISH_LOCK})`);
  const last = await lastPublication(tx, now, keys);
  const [day, at] = [dayOf(now), now.toISOString()];
  if (last?.day === day) return [];
  // The recipient of the last publication is carried over until notified of a change.
  const keeper = last?.keeper ?? (await findRecipient(tx)) ?? "";
  await note(tx, { day, at, keeper }, keys);
  const heads = await endsOf(tx, keys);
  const lines: PublishedHeads[] = [];
  for (let from = 0; from < heads.length; from += HEADS_OF_A_LINE)
    lines.push(signHeads({ at, last: last?.day ?? null, heads: heads.slice(from, from + HEADS_OF_A_LINE) }, keys));
  return lines;
}

/** The mail recipient of the chain ends; undefined if there is none. */
export async function findRecipient(db: Db): Promise<string | undefined> {
  const [row] = await db
    .select({ content: parameter.content })
    .from(parameter)
    .where(and(eq(parameter.code, KEEPER_PARAMETER), isNull(parameter.customerId)));
  return row?.content.trim() || undefined;
}

/** The language of the mails to it: the platform's. */
export async function findRecipientLocale(db: Db): Promise<string | undefined> {
  const [row] = await db
    .select({ locale: customer.locale })
    .from(customer)
    .where(eq(customer.type, "platform"))
    .orderBy(customer.id)
    .limit(1);
  return row?.locale;
}

/**
 * The recipient before the address changed, by whatever means, if not yet notified of that; `done` records the notice.
 * Runs in the caller's transaction.
 */
export async function findFormerRecipient(tx: Db, now: Date) {
  const keys = chainKeys();
  await tx.execute(sql`select pg_advisory_xact_lock(${PUBLISH_LOCK})`);
  const last = await lastPublication(tx, now, keys);
  const keeper = (await findRecipient(tx)) ?? "";
  if (!last || last.keeper === keeper) return undefined;
  const { day, at, keeper: former } = last;
  return { former, keeper, done: () => note(tx, { day, at, keeper }, keys) };
}

/**
 * A conflict between a publication and the chains: an end that the chains no longer contain, or that was not written
 * last even then; or the publication is not authentic, or was omitted from those compared.
 */
export type Contradiction = {
  at: string;
  customerId: number | null;
  sequence: number | null;
  kind: "row" | "seal" | "signature" | "gap";
};

/** Compares publications with the current chains. */
export async function contradictionsOf(db: Db, published: readonly PublishedHeads[]): Promise<Contradiction[]> {
  const keys = chainKeys();
  const found: Contradiction[] = [];
  const days = published.map(({ at }) => at.slice(0, 10)).sort();
  for (const line of published) {
    const { at, last, heads } = line;
    if (!isPublished(line, keys)) {
      found.push({ at, customerId: null, sequence: null, kind: "signature" });
      continue;
    }
    const isGap = last !== undefined && days.some((day) => day > (last ?? "") && day < at.slice(0, 10));
    if (isGap) found.push({ at, customerId: null, sequence: null, kind: "gap" });
    for (const { customerId, sequence, hash, isBroken } of heads) {
      if (isBroken) found.push({ at, customerId, sequence, kind: "seal" });
      if (sequence === 0) continue;
      const place = and(eq(audit.customerId, customerId), eq(audit.sequence, sequence));
      const [row] = await db.select({ hash: audit.hash }).from(audit).where(place);
      if (row?.hash !== hash) found.push({ at, customerId, sequence, kind: "row" });
    }
  }
  return found;
}
