import "server-only";
import { and, desc, eq, isNull, lte, sql } from "drizzle-orm";
import type { Db } from "@/db/client";
import { audit, auditPublication, parameter } from "@/db/schema";
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

/** Ends in one line of the log. */
const HEADS_OF_A_LINE = 100;

/** The message under which the log has them. */
export const PUBLISHED = "audit: chain ends";

/** The parameter of the installation's own that names who gets them by mail. */
export const KEEPER_PARAMETER = "audit_keeper_email";

/** Any number, the same in every process: lets one worker publish at a time. */
const PUBLISH_LOCK = 71_840;
/** Rows that are looked through for the last publication: whoever writes to the database may have put others before it. */
const LOOKED_THROUGH = 400;

const dayOf = (now: Date): string => now.toISOString().slice(0, 10);

/** The last publication up to this day that the installation itself has noted. */
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

/** The stored ends, and the beginning where a customer has none; broken is what was not written last by the product. */
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
 * The signed ends of all chains, if the installation has not published them on this day (UTC) yet; in the caller's
 * transaction. A day that somebody else has entered counts as not published.
 */
export async function takeHeads(tx: Db, now: Date): Promise<PublishedHeads[]> {
  const keys = chainKeys();
  await tx.execute(sql`select pg_advisory_xact_lock(${PUBLISH_LOCK})`);
  const last = await lastPublication(tx, now, keys);
  const [day, at] = [dayOf(now), now.toISOString()];
  if (last?.day === day) return [];
  // Who was not told of a change yet is carried on.
  const keeper = last?.keeper ?? (await findKeeper(tx)) ?? "";
  await note(tx, { day, at, keeper }, keys);
  const heads = await endsOf(tx, keys);
  const lines: PublishedHeads[] = [];
  for (let from = 0; from < heads.length; from += HEADS_OF_A_LINE)
    lines.push(signHeads({ at, last: last?.day ?? null, heads: heads.slice(from, from + HEADS_OF_A_LINE) }, keys));
  return lines;
}

/** Who gets the ends by mail; undefined if nobody does. */
export async function findKeeper(db: Db): Promise<string | undefined> {
  const [row] = await db
    .select({ content: parameter.content })
    .from(parameter)
    .where(and(eq(parameter.code, KEEPER_PARAMETER), isNull(parameter.customerId)));
  return row?.content.trim() || undefined;
}

/**
 * Who got the ends until the address was changed, by whatever way, if that was not told yet; `done` notes that it was.
 * In the caller's transaction.
 */
export async function findFormerKeeper(tx: Db, now: Date) {
  const keys = chainKeys();
  await tx.execute(sql`select pg_advisory_xact_lock(${PUBLISH_LOCK})`);
  const last = await lastPublication(tx, now, keys);
  const keeper = (await findKeeper(tx)) ?? "";
  if (!last || last.keeper === keeper) return undefined;
  const { day, at, keeper: former } = last;
  return { former, keeper, done: () => note(tx, { day, at, keeper }, keys) };
}

/**
 * What a publication says against the chains: an end that they do not contain any more, or that was not the one written
 * last even then; itself not of this installation, or made when another one that is compared was forgotten.
 */
export type Contradiction = {
  at: string;
  customerId: number | null;
  sequence: number | null;
  kind: "row" | "seal" | "signature" | "gap";
};

/** Compares what was published with the chains as they stand. */
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
