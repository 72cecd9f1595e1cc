import { type AnyPgColumn, index, integer, pgTable, text, uniqueIndex } from "drizzle-orm/pg-core";
import type { SceneFuncType } from "../enums";
import { createdAt, id, ref } from "./columns";
import { customer } from "./customer";

/** A node of a customer's organisation tree. */
export const scene = pgTable(
  "scene",
  {
    id: id(),
    customerId: ref()
      .notNull()
      .references(() => customer.id),
    parentId: ref().references((): AnyPgColumn => scene.id),
    code: text().notNull(),
    name: text().notNull(),
    funcType: integer().$type<SceneFuncType>().notNull().default(0),
    sortOrder: integer().notNull().default(0),
    createdAt: createdAt(),
  },
  (t) => [index("scene_parent_idx").on(t.parentId), uniqueIndex("scene_code_key").on(t.customerId, t.code)],
);
