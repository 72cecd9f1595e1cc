import { integer, jsonb, pgTable, text, uniqueIndex } from "drizzle-orm/pg-core";
import { NOTICE_CHANNELS, type Severity } from "../enums";
import { closedSets, createdAt, id, instant, ref, version } from "./columns";
import { customer } from "./customer";
import { userAccount } from "./user";

export const contactGroup = pgTable(
  "contact_group",
  {
    id: id(),
    customerId: ref()
      .notNull()
      .references(() => customer.id),
    name: text().notNull(),
    version: version(),
    createdAt: createdAt(),
  },
  (t) => [uniqueIndex("contact_group_name_key").on(t.customerId, t.name)],
);

/** Hours of the customer's clock, past midnight if `to` is not after `from`, and the highest deferred severity. */
export type QuietHours = { from: string; to: string; upTo: Severity };

/** A person to notify; the level gives the escalation step. */
export const contact = pgTable(
  "contact",
  {
    id: id(),
    customerId: ref()
      .notNull()
      .references(() => customer.id),
    groupId: ref()
      .notNull()
      .references(() => contactGroup.id, { onDelete: "cascade" }),
    level: integer().notNull().default(1),
    name: text().notNull(),
    phone: text(),
    email: text(),
    gender: integer(),
    locale: text().notNull().default("zh-CN"),
    /** The channels by which this person may be notified; other channels of a plan are skipped. */
    channels: text({ enum: NOTICE_CHANNELS }).array().notNull().default(["email", "sms", "voice"]),
    /** Null: notified at any hour. Alarms of severity up to `upTo` are deferred to the end of the hours. */
    quietHours: jsonb().$type<QuietHours>(),
    /** The contact's own timing, which a plan row can use; null: the row's applies. */
    delayMinutes: integer(),
    repeatTimes: integer(),
    repeatIntervalMinutes: integer(),
    /** The account from which this contact was created. */
    userId: ref().references(() => userAccount.id, { onDelete: "set null" }),
    /** Keyed hash of the PIN with which the contact acknowledges by SMS or telephone; null: not possible. */
    pinHash: text(),
    /** Consecutive wrong PINs. */
    pinFailures: integer().notNull().default(0),
    pinLockedUntil: instant(),
    version: version(),
    createdAt: createdAt(),
  },
  (t) => [...closedSets(t), uniqueIndex("contact_phone_key").on(t.groupId, t.level, t.phone)],
);
