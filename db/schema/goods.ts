import { sql } from "drizzle-orm";
import {
  type AnyPgColumn,
  boolean,
  date,
  doublePrecision,
  index,
  integer,
  jsonb,
  pgTable,
  text,
  uniqueIndex,
} from "drizzle-orm/pg-core";
import {
  type AllowanceMode,
  KINETIC_CLASSES,
  LOT_DECISIONS,
  LOT_STATUSES,
  LOT_VERDICTS,
  PLACEMENT_WAYS,
  type Side,
} from "../enums";
import { carrier } from "./carrier";
import { closedSets, createdAt, id, instant, ref, version } from "./columns";
import { customer } from "./customer";
import { userAccount } from "./user";

/** A permitted excursion: beyond `limit` (°C) for at most `minutes`. */
export type Allowance = { side: Side; limit: number; minutes: number; mode: AllowanceMode };

/** A row of the stability budget: at most `minutes` (null: any) between two temperatures (°C) over the whole life. */
export type Band = { from: number; to: number; minutes: number | null };

/** What a customer keeps cold, and what it endures. Temperatures in °C. */
export const product = pgTable(
  "product",
  {
    id: id(),
    customerId: ref()
      .notNull()
      .references(() => customer.id),
    name: text().notNull(),
    code: text().notNull(),
    minimum: doublePrecision(),
    maximum: doublePrecision(),
    isFreezeSensitive: boolean().notNull().default(false),
    /** Below it a freeze-sensitive product counts as frozen. */
    freezeLimit: doublePrecision(),
    allowances: jsonb().$type<Allowance[]>().notNull().default([]),
    bands: jsonb().$type<Band[]>().notNull().default([]),
    kineticClass: text({ enum: KINETIC_CLASSES }).notNull().default("none"),
    kineticLimit: doublePrecision(),
    /** A longer time without a measured value makes a lot questionable. */
    unobservedMinutes: integer().notNull().default(60),
    /** Where the figures come from. */
    source: text().notNull().default(""),
    /** The preset that it was filled from; null: none. */
    presetKey: text(),
    isEnabled: boolean().notNull().default(true),
    version: version(),
    createdAt: createdAt(),
  },
  (t) => [...closedSets(t), uniqueIndex("product_code_key").on(t.customerId, sql`lower(${t.code})`)],
);

/** A lot (batch) of a product. */
export const lot = pgTable(
  "lot",
  {
    id: id(),
    customerId: ref()
      .notNull()
      .references(() => customer.id),
    productId: ref()
      .notNull()
      .references(() => product.id),
    number: text().notNull(),
    expiresOn: date(),
    quantity: doublePrecision(),
    unit: text().notNull().default(""),
    status: text({ enum: LOT_STATUSES }).notNull().default("active"),
    note: text().notNull().default(""),
    version: version(),
    createdAt: createdAt(),
  },
  (t) => [
    ...closedSets(t),
    uniqueIndex("lot_number_key").on(t.productId, sql`lower(${t.number})`),
    index("lot_customer_idx").on(t.customerId, t.expiresOn),
  ],
);

/**
 * The period in which a lot is in a carrier. Periods of one lot never overlap (`lot_placement_period_excl`): its
 * exposure would be counted twice.
 */
export const lotPlacement = pgTable(
  "lot_placement",
  {
    id: id(),
    customerId: ref()
      .notNull()
      .references(() => customer.id),
    lotId: ref()
      .notNull()
      .references(() => lot.id, { onDelete: "cascade" }),
    carrierId: ref()
      .notNull()
      .references(() => carrier.id),
    placedAt: instant().notNull(),
    /** Null: it is still there. */
    removedAt: instant(),
    how: text({ enum: PLACEMENT_WAYS }).notNull(),
    createdAt: createdAt(),
  },
  (t) => [
    ...closedSets(t),
    index("lot_placement_lot_idx").on(t.lotId, t.placedAt),
    index("lot_placement_carrier_idx").on(t.carrierId, t.placedAt),
  ],
);

/** What a person decided about a lot, with the verdict as it was. Never changed or deleted; the signature refers to it. */
export const lotDecision = pgTable(
  "lot_decision",
  {
    id: id(),
    customerId: ref()
      .notNull()
      .references(() => customer.id),
    lotId: ref()
      .notNull()
      .references(() => lot.id),
    decision: text({ enum: LOT_DECISIONS }).notNull(),
    reason: text().notNull(),
    /** Key of the budget row that the minutes are given back to. */
    target: text(),
    minutes: integer(),
    verdict: text({ enum: LOT_VERDICTS }).notNull(),
    /** What was signed: the arithmetic of the verdict, and the decision. */
    content: jsonb().$type<Record<string, unknown>>().notNull(),
    userId: ref().references((): AnyPgColumn => userAccount.id, { onDelete: "set null" }),
    decidedAt: instant().notNull(),
  },
  (t) => [...closedSets(t), index("lot_decision_lot_idx").on(t.lotId, t.decidedAt)],
);
