import { sql } from "drizzle-orm";
import { index, pgTable, primaryKey, text, uniqueIndex } from "drizzle-orm/pg-core";
import { createdAt, id, instant, ref } from "./columns";
import { customer } from "./customer";
import { userAccount } from "./user";

/** A key with which another system calls the console for one customer. Shown once, stored as a hash. */
export const apiKey = pgTable(
  "api_key",
  {
    id: id(),
    customerId: ref()
      .notNull()
      .references(() => customer.id),
    name: text().notNull(),
    /** The first characters, to distinguish keys in lists. */
    prefix: text().notNull(),
    /** SHA-256 of the key. */
    keyHash: text().notNull(),
    createdBy: ref().references(() => userAccount.id, { onDelete: "set null" }),
    createdAt: createdAt(),
    expiresAt: instant(),
    lastUsedAt: instant(),
    revokedAt: instant(),
  },
  (t) => [
    uniqueIndex("api_key_hash_key").on(t.keyHash),
    uniqueIndex("api_key_name_key").on(t.customerId, sql`lower(${t.name})`).where(sql`${t.revokedAt} is null`),
    index("api_key_customer_idx").on(t.customerId),
  ],
);

export const apiKeyPermission = pgTable(
  "api_key_permission",
  {
    apiKeyId: ref()
      .notNull()
      .references(() => apiKey.id, { onDelete: "cascade" }),
    code: text().notNull(),
  },
  (t) => [primaryKey({ columns: [t.apiKeyId, t.code] })],
);
