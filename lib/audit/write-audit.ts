import "server-only";
import { eq, sql } from "drizzle-orm";
import type { Db } from "@/db/client";
import { audit, auditHead } from "@/db/schema";
import type { OperationContext } from "@/lib/operation/context";
import { GENESIS, linkHash } from "./chain";

type Values = Record<string, unknown>;

/** What changed: only fields that differ are kept. `customerId` says into whose chain it goes. */
export type Change = { customerId?: number; old?: Values; new?: Values; reason?: string };

type Entry = Change & { operation: string; entity: string; entityId: string };

const PLATFORM_CUSTOMER = 1;

function actorOf({ actor }: OperationContext) {
  switch (actor.type) {
    case "user": {
      const { user, customer } = actor.principal;
      return { type: actor.type, id: user.id, name: user.username, customerId: customer.id };
    }
    case "key":
      return { type: actor.type, id: actor.keyId, name: actor.name, customerId: actor.customerId };
    case "device":
      return { type: actor.type, id: actor.gatewayId, name: actor.name, customerId: actor.customerId };
    case "system":
      return { type: actor.type, id: null, name: actor.job, customerId: PLATFORM_CUSTOMER };
    case "anonymous":
      return { type: actor.type, id: null, name: "", customerId: PLATFORM_CUSTOMER };
  }
}

/** Text as PostgreSQL can keep it. A lone surrogate or NUL would be read back as something else than was hashed. */
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

/** Appends one row to the customer's hash chain, in the caller's transaction: it commits with the change or not at all. */
export async function writeAudit(tx: Db, ctx: OperationContext, entry: Entry): Promise<void> {
  const actor = actorOf(ctx);
  const customerId = entry.customerId ?? actor.customerId;
  await tx.insert(auditHead).values({ customerId, sequence: 0, hash: GENESIS }).onConflictDoNothing();
  const [head] = await tx.select().from(auditHead).where(eq(auditHead.customerId, customerId)).for("update");
  if (!head) throw new Error(`no audit chain for customer ${customerId}`);
  const link = {
    customerId,
    sequence: head.sequence + 1,
    at: ctx.now.toISOString(),
    actorType: actor.type,
    actorId: actor.id,
    actorName: actor.name,
    address: storable(ctx.address),
    requestId: ctx.requestId,
    operation: entry.operation,
    entity: entry.entity,
    entityId: storable(entry.entityId),
    oldValues: differing(entry.old, entry.new),
    newValues: differing(entry.new, entry.old),
    reason: entry.reason === undefined ? null : storable(entry.reason),
    previousHash: head.hash,
  };
  const hash = linkHash(link);
  await tx.insert(audit).values({ ...link, at: ctx.now, hash });
  await tx
    .update(auditHead)
    .set({ sequence: sql`${auditHead.sequence} + 1`, hash })
    .where(eq(auditHead.customerId, customerId));
}
