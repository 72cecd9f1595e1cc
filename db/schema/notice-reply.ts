import { bigint, boolean, index, pgTable, text, uniqueIndex } from "drizzle-orm/pg-core";
import { REPLY_AUTHENTICATIONS, REPLY_FORMATS } from "../enums";
import { closedSets, createdAt, id, instant, ref, version } from "./columns";
import { contact } from "./contact";
import { customer } from "./customer";

/** A caller of the reply webhook: an SMS or voice gateway of the installation, with its own secret. */
export const replyProvider = pgTable(
  "reply_provider",
  {
    id: id(),
    name: text().notNull(),
    format: text({ enum: REPLY_FORMATS }).notNull(),
    authentication: text({ enum: REPLY_AUTHENTICATIONS }).notNull(),
    isEnabled: boolean().notNull().default(true),
    /** Hash of a secret that the caller sends, or the sealed key of an HMAC, which must be recoverable. */
    secret: text().notNull(),
    /** The secret before the last rotation, valid until `previousUntil`. */
    previousSecret: text(),
    previousUntil: instant(),
    lastReplyAt: instant(),
    version: version(),
    createdAt: createdAt(),
  },
  (t) => [...closedSets(t), uniqueIndex("reply_provider_name_key").on(t.name)],
);

/** The short code in a message, with which a reply from this number identifies the alarms in the message. */
export const noticeCode = pgTable(
  "notice_code",
  {
    id: id(),
    customerId: ref()
      .notNull()
      .references(() => customer.id),
    contactId: ref()
      .notNull()
      .references(() => contact.id, { onDelete: "cascade" }),
    /** Digits with the country code; replies are matched by it. */
    phone: text().notNull(),
    code: text().notNull(),
    exceptionIds: bigint({ mode: "number" }).array().notNull(),
    createdAt: createdAt(),
    expiresAt: instant().notNull(),
  },
  (t) => [
    uniqueIndex("notice_code_key").on(t.phone, t.code),
    index("notice_code_contact_idx").on(t.contactId),
    index("notice_code_customer_idx").on(t.customerId),
    index("notice_code_expires_idx").on(t.expiresAt),
  ],
);

/** A message received from a provider, stored once: a replay gets the same answer and changes nothing. */
export const noticeReply = pgTable(
  "notice_reply",
  {
    id: id(),
    providerId: ref()
      .notNull()
      .references(() => replyProvider.id, { onDelete: "cascade" }),
    /** The provider's id of the message. */
    messageId: text().notNull(),
    /** Null for a number that belongs to no contact. */
    customerId: ref().references(() => customer.id),
    contactId: ref().references(() => contact.id, { onDelete: "set null" }),
    /** Masked. */
    sender: text().notNull(),
    outcome: text().notNull(),
    answer: text().notNull(),
    at: createdAt(),
  },
  (t) => [
    uniqueIndex("notice_reply_key").on(t.providerId, t.messageId),
    index("notice_reply_customer_idx").on(t.customerId, t.at),
    index("notice_reply_contact_idx").on(t.contactId),
    index("notice_reply_at_idx").on(t.at),
  ],
);
