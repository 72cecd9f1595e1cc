import {
  type AnyPgColumn,
  doublePrecision,
  index,
  integer,
  pgTable,
  primaryKey,
  real,
  text,
  uniqueIndex,
  uuid,
} from "drizzle-orm/pg-core";
import type { SceneFuncType } from "../enums";
import { carrier } from "./carrier";
import { createdAt, id, ref, version } from "./columns";
import { customer } from "./customer";
import { storedFile } from "./stored-file";

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
    description: text().notNull().default(""),
    /** The picture of a floor-plan node and its size in pixels. */
    planFileId: uuid().references(() => storedFile.id),
    planWidth: integer(),
    planHeight: integer(),
    /** Initial centre of a map node's map, WGS-84. */
    longitude: doublePrecision(),
    latitude: doublePrecision(),
    zoom: real(),
    version: version(),
    createdAt: createdAt(),
  },
  (t) => [index("scene_parent_idx").on(t.parentId), uniqueIndex("scene_code_key").on(t.customerId, t.code)],
);

/** Position of a carrier on a floor plan, from the upper left corner, as fractions of width and height (0 to 1). */
export const scenePlacement = pgTable(
  "scene_placement",
  {
    sceneId: ref()
      .notNull()
      .references(() => scene.id, { onDelete: "cascade" }),
    carrierId: ref()
      .notNull()
      .references(() => carrier.id, { onDelete: "cascade" }),
    x: real().notNull(),
    y: real().notNull(),
  },
  (t) => [primaryKey({ columns: [t.sceneId, t.carrierId] }), index("scene_placement_carrier_idx").on(t.carrierId)],
);
