import { integer, jsonb, pgTable, text, uniqueIndex } from "drizzle-orm/pg-core";
import { NOTICE_CHANNELS, type Severity } from "../enums";
import { closedSets, createdAt, id, instant, ref } from "./columns";
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
    createdAt: createdAt(),
  },
  (t) => [uniqueIndex("contact_group_name_key").on(t.customerId, t.name)],
);

/** Hours of the customer's clock, over midnight where `to` is not after `from`, and the most severe alarm that waits. */
export type QuietHours = { from: string; to: string; upTo: Severity };

/** A person to tell; the level says in which round. */
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
    /** The ways in which this person may be told; a plan's channel that is not among them is skipped for him. */
    channels: text({ enum: NOTICE_CHANNELS }).array().notNull().default(["email", "sms", "voice"]),
    /** Null: told at any hour. Alarms at most as severe as `upTo` wait for the end of the hours. */
    quietHours: jsonb().$type<QuietHours>(),
    /** The contact's own timing, which a plan row can take over; null where the row's applies. */
    delayMinutes: integer(),
    repeatTimes: integer(),
    repeatIntervalMinutes: integer(),
    /** The account that this contact was made from. */
    userId: ref().references(() => userAccount.id, { onDelete: "set null" }),
    /** Keyed hash of the PIN by which the contact acknowledges by SMS or telephone; null: not possible. */
    pinHash: text(),
    /** Wrong PINs in a row. */
    pinFailures: integer().notNull().default(0),
    pinLockedUntil: instant(),
    createdAt: createdAt(),
  },
  (t) => [...closedSets(t), uniqueIndex("contact_phone_key").on(t.groupId, t.level, t.phone)],
);
