import "server-only";
import { desc, eq, sql } from "drizzle-orm";
import type { Db } from "@/db/client";
import { audit, auditHead } from "@/db/schema";
import { grouped } from "@/lib/grouped";
import { log } from "@/lib/log/log";
import type { OperationContext } from "@/lib/operation/context";
import {
  type AuditLink,
  CHAIN_START,
  type ChainKeys,
  type ChainPosition,
  foundSealOf,
  isSealed,
  linkHash,
  sealOf,
} from "./chain";
import { chainKeys } from "./chain-keys";
import { VERSIONED, versionsOf } from "./versioned";

type Values = Record<string, unknown>;

/** An acting account with its own customer. */
type Account = { id: number; username: string; customerId: number };

/** A person without an account, acting by a link in a message. */
type Contact = { contactId: number; name: string; customerId: number };

/**
 * A change: only differing fields are stored. `customerId` selects the chain; `by` names the account or contact where
 * only the call identifies them, since a login has no account yet.
 */
export type Change = { customerId?: number; old?: Values; new?: Values; reason?: string; by?: Account | Contact };

type Entry = Change & { operation: string; entity: string; entityId: string };

const PLATFORM_CUSTOMER = 1;

function actorOf({ actor }: OperationContext, by?: Account | Contact) {
  if (by && "contactId" in by)
    return { type: "contact" as const, id: by.contactId, name: by.name, customerId: by.customerId };
  if (by) return { type: "user" as const, id: by.id, name: by.username, customerId: by.customerId };
  switch (actor.type) {
    case "user": {
      const { user, customer } = actor.principal;
      return { type: actor.type, id: user.id, name: user.username, customerId: customer.id };
    }
    case "key":
      return { type: actor.type, id: actor.keyId, name: actor.name, customerId: actor.customerId };
    case "device":
      return {
        type: actor.type,
        id: actor.gatewayId ?? actor.deviceId ?? null,
        name: actor.name,
        customerId: actor.customerId,
      };
    case "system":
      return { type: actor.type, id: null, name: actor.job, customerId: PLATFORM_CUSTOMER };
    case "anonymous":
      return { type: actor.type, id: null, name: "", customerId: PLATFORM_CUSTOMER };
  }
}

/** Text that PostgreSQL can store. Lone surrogates and NUL would be read back differently from what was hashed. */
const storable = (text: string): string => text.toWellFormed().replaceAll("\0", "\uFFFD");

function storableJson(value: unknown): unknown {
  if (typeof value === "string") return storable(value);
  if (Array.isArray(value)) return value.map(storableJson);
  if (value === null || typeof value !== "object") return value;
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [storable(key), storableJson(part)]));
}

/** The fields of `a` that differ from `b`, as plain JSON values. */
function differing(a: Values | undefined, b: Values | undefined): Values | null {
  if (!a) return null;
  const plain = (value: unknown) => (value === undefined ? null : storableJson(JSON.parse(JSON.stringify(value))));
  const entries = Object.entries(a)
    .map(([key, value]) => [key, plain(value)] as const)
    .filter(([key, value]) => !b || JSON.stringify(value) !== JSON.stringify(plain(b[key])));
  return Object.fromEntries(entries);
}

/** Rows per insert; a statement accepts 65,535 parameters. */
const CHUNK = 1000;

/** The stored end of a customer's chain and its last row, locked against other writers; undefined without an end. */
async function lockHead(tx: Db, customerId: number) {
  const last = sql<number>`coalesce((select max(a.sequence) from audit a where a.customer_id = ${customerId}), 0)::int`;
  const [row] = await tx
    .select({ head: auditHead, last })
    .from(auditHead)
    .where(eq(auditHead.customerId, customerId))
    .for("update");
  return row;
}

async function lastRow(tx: Db, customerId: number): Promise<ChainPosition> {
  const [row] = await tx
    .select({ sequence: audit.sequence, hash: audit.hash })
    .from(audit)
    .where(eq(audit.customerId, customerId))
    .orderBy(desc(audit.sequence))
    .limit(1);
  return row ?? CHAIN_START;
}

/**
 * The position after which the next row is appended. An end that is not the one written last does not make the write
 * fail: the row follows the last existing row and records the found seal (`foundSeal`), so the chain stays broken.
 */
async function lockEnd(tx: Db, customerId: number, keys: ChainKeys) {
  const found = await lockHead(tx, customerId);
  if (found && found.last <= found.head.sequence && isSealed(customerId, found.head, keys))
    return { sequence: found.head.sequence, hash: found.head.hash, foundSeal: null };
  if (!found) {
    const [own] = await tx
      .insert(auditHead)
      .values({ customerId, ...CHAIN_START })
      .onConflictDoNothing()
      .returning({ customerId: auditHead.customerId });
    // Another writer has created it meanwhile.
    if (!own) return lockEnd(tx, customerId, keys);
  }
  const end = await lastRow(tx, customerId);
  log.error({ customerId, sequence: end.sequence }, "audit: the end of the chain is not the one written last");
  // A seal by an unknown key may prove valid later; a seal of another end cannot.
  const isHere = found?.head.sequence === end.sequence && found.head.hash === end.hash;
  return { ...end, foundSeal: foundSealOf(isHere ? found.head : undefined) };
}

/** The versions of the entries' records after the action, by entity and id. */
async function versionsAfter(tx: Db, entries: readonly Pick<Entry, "entity" | "entityId">[]) {
  const found = new Map<string, number>();
  // The kinds of devices share a table.
  for (const [, same] of grouped(entries, ({ entity }) => VERSIONED[entity]?.table)) {
    const ids = same.map(({ entityId }) => Number(entityId)).filter(Number.isSafeInteger);
    const versions = await versionsOf(tx, (same[0] as (typeof same)[number]).entity, ids);
    for (const { entity, entityId } of same) {
      const version = versions.get(Number(entityId));
      if (version !== undefined) found.set(`${entity} ${entityId}`, version);
    }
  }
  return found;
}

/** The values of a record without its version, which has a column of its own. */
function valuesOf(entity: string, values: Values | undefined): Values | undefined {
  if (!values || !(entity in VERSIONED)) return values;
  const { version: _, ...rest } = values;
  return rest;
}

/**
 * Appends rows to the customers' hash chains in the caller's transaction, with a few statements for any number of rows.
 */
export async function writeAudits(
  tx: Db,
  ctx: OperationContext,
  customerId: number,
  entries: readonly Omit<Entry, "customerId">[],
): Promise<void> {
  if (entries.length === 0) return;
  const versions = await versionsAfter(tx, entries);
  const keys = chainKeys();
  let { sequence, hash, foundSeal } = await lockEnd(tx, customerId, keys);
  for (let from = 0; from < entries.length; from += CHUNK) {
    const rows = entries.slice(from, from + CHUNK).map((entry) => {
      sequence += 1;
      const link = linkOf(ctx, entry, { customerId, sequence, previousHash: hash, foundSeal, keyId: keys.current.id });
      hash = linkHash(link, keys) as string;
      foundSeal = null;
      return { ...link, at: ctx.now, hash, version: versions.get(`${entry.entity} ${entry.entityId}`) ?? null };
    });
    await tx.insert(audit).values(rows);
  }
  const end = { sequence, hash };
  await tx
    .update(auditHead)
    .set({ ...end, ...sealOf(customerId, end, keys) })
    .where(eq(auditHead.customerId, customerId));
}

type Place = Pick<AuditLink, "customerId" | "sequence" | "previousHash" | "foundSeal" | "keyId">;

function linkOf(ctx: OperationContext, entry: Entry, place: Place) {
  const actor = actorOf(ctx, entry.by);
  const before = valuesOf(entry.entity, entry.old);
  const after = valuesOf(entry.entity, entry.new);
  return {
    ...place,
    at: ctx.now.toISOString(),
    actorType: actor.type,
    actorId: actor.id,
    actorName: actor.name,
    address: storable(ctx.address),
    requestId: ctx.requestId,
    operation: entry.operation,
    entity: entry.entity,
    entityId: storable(entry.entityId),
    oldValues: differing(before, after),
    newValues: differing(after, before),
    reason: entry.reason === undefined ? null : storable(entry.reason),
  };
}

/**
 * Appends rows of several customers, those of each with a few statements. The chains are locked in the order of the
 * customers.
 */
export async function writeAuditOfEach(
  tx: Db,
  ctx: OperationContext,
  entries: readonly (Entry & { customerId: number })[],
): Promise<void> {
  const byCustomer = [...grouped(entries, ({ customerId }) => customerId)].toSorted(([a], [b]) => a - b);
  for (const [customerId, own] of byCustomer)
    await writeAudits(
      tx,
      ctx,
      customerId,
      own.map(({ customerId: _, ...entry }) => entry),
    );
}

/** Appends one row to the chain of the entry's customer, by default that of the actor. */
export const writeAudit = (tx: Db, ctx: OperationContext, { customerId, ...entry }: Entry): Promise<void> =>
  writeAudits(tx, ctx, customerId ?? actorOf(ctx, entry.by).customerId, [entry]);
