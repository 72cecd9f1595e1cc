import { sql } from "drizzle-orm";
import { boolean, index, integer, jsonb, pgTable, text, uniqueIndex } from "drizzle-orm/pg-core";
import { GUIDE_STATUSES } from "../enums";
import { closedSets, createdAt, id, instant, ref, version } from "./columns";

// The online help of the whole installation; only the platform edits it.

/** A chapter of the online help. */
export const guideGroup = pgTable(
  "guide_group",
  {
    id: id(),
    code: text().notNull(),
    /** By locale, such as `en-US`. */
    names: jsonb().$type<Record<string, string>>().notNull(),
    status: text({ enum: GUIDE_STATUSES }).notNull().default("enabled"),
    isShipped: boolean().notNull().default(false),
    /** A user has edited it, so releases no longer change it. */
    isEdited: boolean().notNull().default(false),
    position: integer().notNull().default(0),
    version: version(),
    createdAt: createdAt(),
  },
  (t) => [...closedSets(t), uniqueIndex("guide_group_code_key").on(sql`lower(${t.code})`)],
);

/** A topic of the online help, and the screens that it explains. */
export const guideItem = pgTable(
  "guide_item",
  {
    id: id(),
    groupId: ref()
      .notNull()
      .references(() => guideGroup.id),
    code: text().notNull(),
    /** By locale, such as `en-US`; the content is Markdown. */
    texts: jsonb().$type<Record<string, { name: string; content: string }>>().notNull(),
    /** Paths of screens, such as `/abnormal/dataex`. */
    routes: text().array().notNull().default([]),
    status: text({ enum: GUIDE_STATUSES }).notNull().default("enabled"),
    isShipped: boolean().notNull().default(false),
    isEdited: boolean().notNull().default(false),
    position: integer().notNull().default(0),
    updatedAt: instant().notNull().defaultNow(),
    version: version(),
    createdAt: createdAt(),
  },
  (t) => [
    ...closedSets(t),
    uniqueIndex("guide_item_code_key").on(sql`lower(${t.code})`),
    index("guide_item_group_idx").on(t.groupId, t.position),
  ],
);
