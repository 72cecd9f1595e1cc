import { sql } from "drizzle-orm";
import { boolean, integer, pgTable, primaryKey, text, uniqueIndex } from "drizzle-orm/pg-core";
import type { ActivationStatus, RoleType, ScopeType } from "../enums";
import { createdAt, id, ref } from "./columns";
import { customer } from "./customer";

export const role = pgTable(
  "role",
  {
    id: id(),
    customerId: ref()
      .notNull()
      .references(() => customer.id),
    name: text().notNull(),
    type: text().$type<RoleType>().notNull().default("normal"),
    scopeType: integer().$type<ScopeType>().notNull().default(0),
    status: text().$type<ActivationStatus>().notNull().default("active"),
    isDefault: boolean().notNull().default(false),
    createdAt: createdAt(),
  },
  (t) => [uniqueIndex("role_name_key").on(t.customerId, sql`lower(${t.name})`)],
);

export const rolePermission = pgTable(
  "role_permission",
  {
    roleId: ref()
      .notNull()
      .references(() => role.id, { onDelete: "cascade" }),
    code: text().notNull(),
  },
  (t) => [primaryKey({ columns: [t.roleId, t.code] })],
);
