import { sql } from "drizzle-orm";
import { check, index, integer, pgTable, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { SHARE_FIELDS, SHARE_KINDS, SHARE_OUTCOMES } from "../share-enums";
import { carrier } from "./carrier";
import { closedSets, createdAt, id, instant, ref } from "./columns";
import { customer } from "./customer";
import { device } from "./device";
import { scene } from "./scene";
import { userAccount } from "./user";

/** A code that opens a page about one carrier, device or board to anyone who has it, without a login. */
export const shareCode = pgTable(
  "share_code",
  {
    id: id(),
    customerId: ref()
      .notNull()
      .references(() => customer.id),
    kind: text({ enum: SHARE_KINDS }).notNull(),
    /** SHA-256 of the code, by which it is found. */
    codeHash: text().notNull(),
    /** The code itself, encrypted, so that its label can be printed again. */
    sealedCode: text().notNull(),
    /** The headline of the page and the text of the label. */
    name: text().notNull(),
    /** At most one of these; a board has a node of the tree. None is left once it was deleted. */
    carrierId: ref().references(() => carrier.id, { onDelete: "set null" }),
    deviceId: ref().references(() => device.id, { onDelete: "set null" }),
    sceneId: ref().references(() => scene.id, { onDelete: "set null" }),
    /** The name of what it opens, as it was. */
    subject: text().notNull(),
    /** The period of a page; without an end it goes on. */
    fromAt: instant(),
    toAt: instant(),
    fields: text({ enum: SHARE_FIELDS }).array().notNull(),
    /** argon2id. */
    pinHash: text(),
    /** Null for a board that hangs until it is revoked. */
    expiresAt: instant(),
    useLimit: integer(),
    useCount: integer().notNull().default(0),
    /** SHA-256 of the readings of a period that was over when the code was made. */
    dataSha256: text(),
    createdBy: ref().references(() => userAccount.id, { onDelete: "set null" }),
    /** The name of whoever made it, as it was. */
    author: text().notNull(),
    createdAt: createdAt(),
    revokedAt: instant(),
  },
  (t) => [
    ...closedSets(t),
    check(
      "share_code_uses_check",
      sql`${t.useCount} >= 0 and (${t.useLimit} is null or ${t.useCount} <= ${t.useLimit})`,
    ),
    uniqueIndex("share_code_hash_key").on(t.codeHash),
    index("share_code_customer_idx").on(t.customerId, t.createdAt),
    index("share_code_carrier_idx").on(t.carrierId),
    index("share_code_device_idx").on(t.deviceId),
    index("share_code_scene_idx").on(t.sceneId),
  ],
);

/** One opening of a code; its id is in the cookie of a reader who gave a PIN or used up one of the openings. */
export const shareOpening = pgTable(
  "share_opening",
  {
    id: uuid().primaryKey().defaultRandom(),
    shareCodeId: ref()
      .notNull()
      .references(() => shareCode.id, { onDelete: "cascade" }),
    at: instant().notNull(),
    outcome: text({ enum: SHARE_OUTCOMES }).notNull(),
    address: text().notNull(),
    userAgent: text().notNull(),
    locale: text().notNull(),
  },
  (t) => [...closedSets(t), index("share_opening_code_idx").on(t.shareCodeId, t.at)],
);
