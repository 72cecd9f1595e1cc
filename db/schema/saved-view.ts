import { sql } from "drizzle-orm";
import { index, pgTable, text, uniqueIndex } from "drizzle-orm/pg-core";
import { createdAt, id, ref } from "./columns";
import { customer } from "./customer";
import { userAccount } from "./user";

/** The saved criteria of a list: of one user, or without one of all users of the customer. */
export const savedView = pgTable(
  "saved_view",
  {
    id: id(),
    customerId: ref()
      .notNull()
      .references(() => customer.id, { onDelete: "cascade" }),
    userId: ref().references(() => userAccount.id, { onDelete: "cascade" }),
    /** Who saved it: they may change a shared one as well. */
    authorId: ref().references(() => userAccount.id, { onDelete: "set null" }),
    /** The path of the list without the locale, such as `/abnormal/dataex`. */
    path: text().notNull(),
    name: text().notNull(),
    /** The query of the address, without the page. */
    query: text().notNull(),
    createdAt: createdAt(),
  },
  (t) => [
    uniqueIndex("saved_view_name_key").on(t.customerId, t.path, sql`coalesce(${t.userId}, 0)`, sql`lower(${t.name})`),
    index("saved_view_user_idx").on(t.userId).where(sql`${t.userId} is not null`),
    index("saved_view_author_idx").on(t.authorId),
  ],
);
