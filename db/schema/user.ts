import { sql } from "drizzle-orm";
import {
  type AnyPgColumn,
  boolean,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from "drizzle-orm/pg-core";
import { ACTIVATION_STATUSES, CANCELLED_WITH, HOME_STYLES } from "../enums";
import { closedSets, createdAt, id, instant, ref, version } from "./columns";
import { customer } from "./customer";
import { menuResource } from "./menu-resource";
import { role } from "./role";
import { scene } from "./scene";
import { storedFile } from "./stored-file";

/** An account that logs in. `user` is a reserved word in SQL. */
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
    status: text({ enum: ACTIVATION_STATUSES }).notNull().default("active"),
    cancelledWith: text({ enum: CANCELLED_WITH }),
    /** The first account of a customer, which cannot be deleted. */
    isDefault: boolean().notNull().default(false),
    /** argon2id, PHC string. */
    passwordHash: text().notNull(),
    mustChangePassword: boolean().notNull().default(false),
    isGuideOn: boolean().notNull().default(true),
    /** The setup checklist on home is closed for good, by the user or because all was done. */
    checklistClosedAt: instant(),
    locale: text(),
    homeStyle: text({ enum: HOME_STYLES }).notNull().default("list"),
    avatarId: uuid().references((): AnyPgColumn => storedFile.id, { onDelete: "set null" }),
    signatureId: uuid().references((): AnyPgColumn => storedFile.id, { onDelete: "set null" }),
    /** The proxy customer that an agent works for; the account's next sessions start with it. */
    proxyCustomerId: ref().references(() => customer.id, { onDelete: "set null" }),
    /** Encrypted; null without a second factor. Effective from `totpConfirmedAt` on. */
    totpSecret: text(),
    totpConfirmedAt: instant(),
    /** Time step of the last accepted code: each code is valid once. */
    totpLastStep: integer(),
    failedLogins: integer().notNull().default(0),
    lockedUntil: instant(),
    version: version(),
    createdAt: createdAt(),
  },
  (t) => [
    ...closedSets(t),
    uniqueIndex("user_account_username_key").on(sql`lower(${t.username})`),
    uniqueIndex("user_account_name_key").on(t.customerId, sql`lower(${t.name})`),
    uniqueIndex("user_account_mobile_key").on(t.mobile).where(sql`${t.mobile} <> ''`),
    uniqueIndex("user_account_email_key").on(sql`lower(${t.email})`).where(sql`${t.email} <> ''`),
    index("user_account_role_idx").on(t.roleId),
    index("user_account_created_idx").on(t.createdAt, t.id),
    index("user_account_sort_name_idx").on(sql`lower(${t.name})`, t.id),
    // Searches for a part of a name, account, number or address among 20,000 rows. Fast update is off: accounts are
    // created seldom, and a long pending list makes the planner avoid the index.
    index("user_account_search_idx")
      .using(
        "gin",
        t.username.op("gin_trgm_ops"),
        t.name.op("gin_trgm_ops"),
        t.mobile.op("gin_trgm_ops"),
        t.email.op("gin_trgm_ops"),
      )
      .with({ fastupdate: false }),
  ],
);

/** The account's identity at the single sign-on provider: issuer and subject, a pair that never changes. */
export const userIdentity = pgTable(
  "user_identity",
  {
    id: id(),
    userId: ref()
      .notNull()
      .references(() => userAccount.id, { onDelete: "cascade" }),
    issuer: text().notNull(),
    subject: text().notNull(),
    createdAt: createdAt(),
  },
  (t) => [
    uniqueIndex("user_identity_subject_key").on(t.issuer, t.subject),
    index("user_identity_user_idx").on(t.userId),
  ],
);

/** The sub-trees in the scope of a customer user. */
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

/** The customers that an agent may switch to or that a platform user governs. */
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

/** An entry of a user's shortcut bar. */
export const userShortcut = pgTable(
  "user_shortcut",
  {
    userId: ref()
      .notNull()
      .references(() => userAccount.id, { onDelete: "cascade" }),
    menuId: ref()
      .notNull()
      .references(() => menuResource.id, { onDelete: "cascade" }),
    position: integer().notNull(),
  },
  (t) => [primaryKey({ columns: [t.userId, t.menuId] })],
);
