import { sql } from "drizzle-orm";
import { type AnyPgColumn, boolean, index, integer, pgTable, text, uniqueIndex } from "drizzle-orm/pg-core";
import { MENU_VISIBILITIES } from "../enums";
import { closedSets, createdAt, id, ref, version } from "./columns";

/**
 * A menu entry: shipped with the console (its code is the screen's path or the group's name, its texts come from the
 * messages) or added by Root. It does not control access to the screen.
 */
export const menuResource = pgTable(
  "menu_resource",
  {
    id: id(),
    /** Null: a top-level group. */
    parentId: ref().references((): AnyPgColumn => menuResource.id, { onDelete: "cascade" }),
    code: text().notNull(),
    /** Null on a shipped entry: the name comes from the messages of the user's locale. */
    name: text(),
    icon: text().notNull().default("circle"),
    url: text().notNull().default(""),
    functionCode: text().notNull().default(""),
    extraCode: text().notNull().default(""),
    visibility: text({ enum: MENU_VISIBILITIES }).notNull().default("all"),
    isEnabled: boolean().notNull().default(true),
    isHidden: boolean().notNull().default(false),
    isShipped: boolean().notNull().default(false),
    position: integer().notNull().default(0),
    version: version(),
    createdAt: createdAt(),
  },
  (t) => [
    ...closedSets(t),
    uniqueIndex("menu_resource_code_key").on(sql`lower(${t.code})`),
    uniqueIndex("menu_resource_name_key").on(sql`coalesce(${t.parentId}, 0)`, sql`lower(${t.name})`),
    index("menu_resource_parent_idx").on(t.parentId),
  ],
);
