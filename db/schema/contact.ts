import { integer, pgTable, text, uniqueIndex } from "drizzle-orm/pg-core";
import { createdAt, id, ref } from "./columns";
import { customer } from "./customer";

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
    createdAt: createdAt(),
  },
  (t) => [uniqueIndex("contact_phone_key").on(t.groupId, t.level, t.phone)],
);
