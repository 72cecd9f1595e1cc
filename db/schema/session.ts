import { boolean, index, integer, pgTable, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { KNOWN_LOGIN_KINDS, SESSION_END_REASONS } from "../enums";
import { closedSets, createdAt, id, instant, ref } from "./columns";
import { customer } from "./customer";
import { userAccount } from "./user";

/** A signed-in session; the cookie carries its id and is worth nothing once `endedAt` is set. */
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
    /** Whether the provider of single sign-on vouched for the person; it asks for password and second factor itself. */
    isSingleSignOn: boolean().notNull().default(false),
    createdAt: createdAt(),
    expiresAt: instant().notNull(),
    endedAt: instant(),
    endReason: text({ enum: SESSION_END_REASONS }),
  },
  (t) => [...closedSets(t), index("session_user_idx").on(t.userId)],
);

/** Single-use answers that expire: captcha. */
export const challenge = pgTable("challenge", {
  key: uuid().primaryKey().defaultRandom(),
  answerHash: text().notNull(),
  expiresAt: instant().notNull(),
});

/** A captcha was solved for the account, and a proof of work or the second factor is still asked for; single use. */
export const loginTicket = pgTable(
  "login_ticket",
  {
    id: id(),
    tokenHash: text().notNull(),
    userId: ref()
      .notNull()
      .references(() => userAccount.id, { onDelete: "cascade" }),
    expiresAt: instant().notNull(),
    /** Codes of the second factor that may still be tried with it. */
    triesLeft: integer().notNull().default(3),
  },
  (t) => [uniqueIndex("login_ticket_token_key").on(t.tokenHash)],
);

/**
 * A device or network that an account has logged in from: it has a count of wrong passwords of its own, so that nobody
 * elsewhere locks the account for those who use it.
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

/** A code that stands in for the second factor once. */
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

/** The QR code with which somebody signs another device in as himself: five minutes, single use. */
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
