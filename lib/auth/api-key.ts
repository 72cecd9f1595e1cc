import "server-only";
import { sql } from "drizzle-orm";
import type { Db } from "@/db/client";
import { grantableToKeys, type Permission, withImplied } from "./permissions";
import { hashToken, newToken } from "./token";

/** Distinguishes a key from a session token. */
const PREFIX = "fk_";
/** Number of characters shown in the list of keys. */
const SHOWN = 8;

/** Another system, authenticated by a key of one customer. */
export type ApiKeyActor = {
  type: "key";
  keyId: number;
  customerId: number;
  name: string;
  /** The customer's language, for the messages of a request. */
  locale?: string;
  permissions: ReadonlySet<Permission>;
};

type Row = { id: number; customerId: number; name: string; locale: string; isUseNews: boolean; codes: string[] };

export const isApiKey = (token: string): boolean => token.startsWith(PREFIX);

/** Creates a key. Returns the key itself, which is shown once, with the columns to store. */
export function newApiKey(): { key: string; prefix: string; keyHash: string } {
  const key = `${PREFIX}${newToken()}`;
  return { key, prefix: key.slice(0, SHOWN), keyHash: hashToken(key) };
}

/** The actor of a key; null if it is unknown, revoked or expired, or its customer is cancelled. */
export async function findApiKeyActor(db: Db, key: string): Promise<ApiKeyActor | null> {
  const rows = await db.execute<Row>(sql`
    select k.id::int, k.customer_id::int as "customerId", k.name, c.locale,
           coalesce(k.last_used_at < now() - interval '1 minute', true) as "isUseNews",
           array(select code from api_key_permission where api_key_id = k.id) as codes
      from api_key k
      join customer c on c.id = k.customer_id and c.status = 'active'
     where k.key_hash = ${hashToken(key)} and k.revoked_at is null and (k.expires_at is null or k.expires_at > now())`);
  const [row] = rows;
  if (!row) return null;
  const { id: keyId, customerId, name, locale, codes, isUseNews } = row;
  // With a resolution of a minute, so that a busy key does not update its row with every call.
  if (isUseNews) await db.execute(sql`update api_key set last_used_at = now() where id = ${keyId}`);
  const held = withImplied(codes);
  const permissions = new Set(grantableToKeys().filter((code) => held.has(code)));
  return { type: "key", keyId, customerId, name, locale, permissions };
}
