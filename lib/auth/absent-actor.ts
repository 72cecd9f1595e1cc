import "server-only";
import { sql } from "drizzle-orm";
import { type Db, transaction } from "@/db/client";
import { session } from "@/db/schema";
import type { Actor } from "@/lib/operation/context";
import { type Permission, withImplied } from "./permissions";
import { findPrincipal, type Principal } from "./principal";

class Undo extends Error {
  constructor(readonly principal: Principal | null) {
    super("undone");
  }
}

/** `findPrincipal` needs a session, so one is created, read and rolled back: permissions have one implementation. */
async function findAccount(db: Db, userId: number, customerId: number): Promise<Principal | null> {
  const asked = transaction(db, async (tx) => {
    const [row] = await tx
      .insert(session)
      .values({ userId, proxyCustomerId: customerId, expiresAt: new Date(Date.now() + 60_000) })
      .returning({ id: session.id });
    const principal = await findPrincipal(tx, (row as { id: string }).id);
    throw new Undo(principal === "replaced" ? null : principal);
  });
  return asked.catch((error: unknown) => {
    if (error instanceof Undo) return error.principal;
    throw error;
  });
}

type KeyRow = { name: string; codes: Permission[] };

async function findKey(db: Db, keyId: number, customerId: number): Promise<Actor | null> {
  const [row] = await db.execute<KeyRow>(sql`
    select k.name, array(select code from api_key_permission where api_key_id = k.id) as codes
      from api_key k join customer c on c.id = k.customer_id and c.status = 'active'
     where k.id = ${keyId} and k.customer_id = ${customerId} and k.revoked_at is null
       and (k.expires_at is null or k.expires_at > now())`);
  return row ? { type: "key", keyId, customerId, name: row.name, permissions: withImplied(row.codes) } : null;
}

/**
 * The account or key for which the worker does something, with present permissions, whether or not it is logged in; an
 * agent works for `customerId`. Null if it is no longer valid.
 */
export async function findAbsentActor(
  db: Db,
  { userId, keyId, customerId }: { userId: number | null; keyId: number | null; customerId: number },
): Promise<Actor | null> {
  if (keyId !== null) return findKey(db, keyId, customerId);
  const principal = userId === null ? null : await findAccount(db, userId, customerId);
  return principal && { type: "user", principal };
}
