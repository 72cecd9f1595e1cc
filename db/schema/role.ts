import { sql } from "drizzle-orm";
import { boolean, integer, pgTable, primaryKey, text, uniqueIndex } from "drizzle-orm/pg-core";
import { ACTIVATION_STATUSES, CANCELLED_WITH, ROLE_TYPES, type ScopeType } from "../enums";
import { closedSets, createdAt, id, ref, version } from "./columns";
import { customer } from "./customer";
import { scene } from "./scene";

export const role = pgTable(
  "role",
  {
    id: id(),
    customerId: ref()
      .notNull()
      .references(() => customer.id),
    name: text().notNull(),
    type: text({ enum: ROLE_TYPES }).notNull().default("normal"),
    scopeType: integer().$type<ScopeType>().notNull().default(0),
    status: text({ enum: ACTIVATION_STATUSES }).notNull().default("active"),
    cancelledWith: text({ enum: CANCELLED_WITH }),
    /** Each customer has one that cannot be deleted. */
    isDefault: boolean().notNull().default(false),
    /** Whether holders of the role may grant it to others. */
    isDelegable: boolean().notNull().default(false),
    version: version(),
    createdAt: createdAt(),
  },
  (t) => [...closedSets(t), uniqueIndex("role_name_key").on(t.customerId, sql`lower(${t.name})`)],
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

/** The sub-trees in the scope of a role of customer use, for accounts without their own. */
export const roleScene = pgTable(
  "role_scene",
  {
    roleId: ref()
      .notNull()
      .references(() => role.id, { onDelete: "cascade" }),
    sceneId: ref()
      .notNull()
      .references(() => scene.id, { onDelete: "cascade" }),
  },
  (t) => [primaryKey({ columns: [t.roleId, t.sceneId] })],
);

/** Proxy customers of an agent's role, or customers that a platform role governs, for accounts without their own. */
export const roleCustomer = pgTable(
  "role_customer",
  {
    roleId: ref()
      .notNull()
      .references(() => role.id, { onDelete: "cascade" }),
    customerId: ref()
      .notNull()
      .references(() => customer.id, { onDelete: "cascade" }),
  },
  (t) => [primaryKey({ columns: [t.roleId, t.customerId] })],
);
