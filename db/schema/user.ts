import { sql } from "drizzle-orm";
import { boolean, index, integer, pgTable, primaryKey, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import type { ActivationStatus } from "../enums";
import { createdAt, id, instant, ref } from "./columns";
import { customer } from "./customer";
import { role } from "./role";
import { scene } from "./scene";

/** A person who signs in. `user` is a reserved word in SQL. */
export const userAccount = pgTable(
  "user_account",
  {
    id: id(),
    customerId: ref()
      .notNull()
      .references(() => customer.id),
    roleId: ref()
      .notNull()
      .references(() => role.id),
    username: text().notNull(),
    name: text().notNull(),
    gender: integer(),
    mobile: text(),
    email: text(),
    remarks: text().notNull().default(""),
    status: text().$type<ActivationStatus>().notNull().default("active"),
    /** argon2id, PHC string. */
    passwordHash: text().notNull(),
    mustChangePassword: boolean().notNull().default(false),
    isGuideOn: boolean().notNull().default(true),
    locale: text(),
    failedLogins: integer().notNull().default(0),
    lockedUntil: instant(),
    createdAt: createdAt(),
  },
  (t) => [uniqueIndex("user_account_username_key").on(sql`lower(${t.username})`)],
);

/** The sub-trees that a customer user sees. */
export const userScene = pgTable(
  "user_scene",
  {
    userId: ref()
      .notNull()
      .references(() => userAccount.id, { onDelete: "cascade" }),
    sceneId: ref()
      .notNull()
      .references(() => scene.id, { onDelete: "cascade" }),
  },
  (t) => [primaryKey({ columns: [t.userId, t.sceneId] })],
);

/** The customers that an agent may switch to, or that a platform user governs. */
export const userCustomer = pgTable(
  "user_customer",
  {
    userId: ref()
      .notNull()
      .references(() => userAccount.id, { onDelete: "cascade" }),
    customerId: ref()
      .notNull()
      .references(() => customer.id, { onDelete: "cascade" }),
  },
  (t) => [primaryKey({ columns: [t.userId, t.customerId] })],
);

/** A signed-in session; the cookie carries its id and is worth nothing once `endedAt` is set. */
export const session = pgTable(
  "session",
  {
    id: uuid().primaryKey().defaultRandom(),
    userId: ref()
      .notNull()
      .references(() => userAccount.id, { onDelete: "cascade" }),
    /** The proxy customer that an agent has switched to. */
    proxyCustomerId: ref().references(() => customer.id),
    address: text().notNull().default(""),
    userAgent: text().notNull().default(""),
    createdAt: createdAt(),
    expiresAt: instant().notNull(),
    endedAt: instant(),
    endReason: text().$type<"logout" | "replaced" | "cancelled" | "password-changed">(),
  },
  (t) => [index("session_user_idx").on(t.userId)],
);

/** Single-use answers that expire: captcha. */
export const challenge = pgTable("challenge", {
  key: uuid().primaryKey().defaultRandom(),
  answerHash: text().notNull(),
  expiresAt: instant().notNull(),
});
