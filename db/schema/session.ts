import { boolean, index, integer, pgTable, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { KNOWN_LOGIN_KINDS, SESSION_END_REASONS } from "../enums";
import { closedSets, createdAt, id, instant, ref } from "./columns";
import { customer } from "./customer";
import { userAccount } from "./user";

/** A login session; the cookie contains its id and is invalid once `endedAt` is set. */
export const session = pgTable(
  "session",
  {
    id: uuid().primaryKey().defaultRandom(),
    userId: ref()
      .notNull()
      .references(() => userAccount.id, { onDelete: "cascade" }),
    /** The proxy customer that an agent has switched to. */
    proxyCustomerId: ref().references(() => customer.id, { onDelete: "set null" }),
    address: text().notNull().default(""),
    userAgent: text().notNull().default(""),
    /** Whether the login was by single sign-on; the provider handles password and second factor itself. */
    isSingleSignOn: boolean().notNull().default(false),
    createdAt: createdAt(),
    expiresAt: instant().notNull(),
    endedAt: instant(),
    endReason: text({ enum: SESSION_END_REASONS }),
  },
  (t) => [...closedSets(t), index("session_user_idx").on(t.userId)],
);

/** Expiring single-use answers: captcha. */
export const challenge = pgTable("challenge", {
  key: uuid().primaryKey().defaultRandom(),
  answerHash: text().notNull(),
  expiresAt: instant().notNull(),
});

/** A captcha was solved for the account, but proof of work or the second factor is still required; single use. */
export const loginTicket = pgTable(
  "login_ticket",
  {
    id: id(),
    tokenHash: text().notNull(),
    userId: ref()
      .notNull()
      .references(() => userAccount.id, { onDelete: "cascade" }),
    expiresAt: instant().notNull(),
    /** Remaining attempts at the second factor with this ticket. */
    triesLeft: integer().notNull().default(3),
  },
  (t) => [uniqueIndex("login_ticket_token_key").on(t.tokenHash)],
);

/**
 * A device or network from which an account has logged in before. It has its own count of wrong passwords, so that
 * attempts from elsewhere do not lock the account for its users.
 */
export const knownLogin = pgTable(
  "known_login",
  {
    id: id(),
    userId: ref()
      .notNull()
      .references(() => userAccount.id, { onDelete: "cascade" }),
    kind: text({ enum: KNOWN_LOGIN_KINDS }).notNull(),
    /** SHA-256 of the device's token, or of the network. */
    hash: text().notNull(),
    failedLogins: integer().notNull().default(0),
    lockedUntil: instant(),
    lastAt: instant().notNull(),
  },
  (t) => [...closedSets(t), uniqueIndex("known_login_key").on(t.userId, t.kind, t.hash)],
);

/** A single-use code that replaces the second factor. */
export const backupCode = pgTable(
  "backup_code",
  {
    id: id(),
    userId: ref()
      .notNull()
      .references(() => userAccount.id, { onDelete: "cascade" }),
    codeHash: text().notNull(),
    usedAt: instant(),
  },
  (t) => [uniqueIndex("backup_code_key").on(t.userId, t.codeHash)],
);

/** The QR code with which a user logs in on another device: five minutes, single use. */
export const loginQrcode = pgTable(
  "login_qrcode",
  {
    id: id(),
    keyHash: text().notNull(),
    userId: ref()
      .notNull()
      .references(() => userAccount.id, { onDelete: "cascade" }),
    createdAt: createdAt(),
    expiresAt: instant().notNull(),
    usedAt: instant(),
  },
  (t) => [uniqueIndex("login_qrcode_key").on(t.keyHash), index("login_qrcode_user_idx").on(t.userId)],
);

/**
 * A forgotten password that may be replaced through a mail: half an hour, single use. The key in the mail is worked out
 * from the id under a key of the installation, so that nothing here opens anything.
 */
export const passwordReset = pgTable(
  "password_reset",
  {
    id: uuid().primaryKey().defaultRandom(),
    userId: ref()
      .notNull()
      .references(() => userAccount.id, { onDelete: "cascade" }),
    /** Hash of the account's password hash and e-mail address: once either changes, the key is void. */
    stateHash: text().notNull(),
    createdAt: createdAt(),
    expiresAt: instant().notNull(),
    usedAt: instant(),
  },
  (t) => [index("password_reset_user_idx").on(t.userId, t.createdAt)],
);
