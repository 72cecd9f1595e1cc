import { sql } from "drizzle-orm";
import { boolean, pgTable, text, uniqueIndex } from "drizzle-orm/pg-core";
import { ACTIVATION_STATUSES, CUSTOMER_TYPES, ORGANISATION_TYPES, TEMPERATURE_UNITS } from "../enums";
import { closedSets, createdAt, id, version } from "./columns";

export const customer = pgTable(
  "customer",
  {
    id: id(),
    code: text().notNull(),
    name: text().notNull(),
    shortName: text().notNull().default(""),
    type: text({ enum: CUSTOMER_TYPES }).notNull().default("customer"),
    organisationType: text({ enum: ORGANISATION_TYPES }).notNull().default("09"),
    status: text({ enum: ACTIVATION_STATUSES }).notNull().default("active"),
    area: text().notNull().default(""),
    areaCode: text().notNull().default(""),
    address: text().notNull().default(""),
    contact: text().notNull().default(""),
    phone: text().notNull().default(""),
    email: text().notNull().default(""),
    /** How the customer is notified of matters that concern it as a whole. */
    notifyByEmail: boolean().notNull().default(true),
    notifyBySms: boolean().notNull().default(false),
    description: text().notNull().default(""),
    /** IANA name; defines the day boundaries. */
    timeZone: text().notNull().default("Asia/Shanghai"),
    /** The language of what is written for the customer as a whole, and for its people who have chosen none. */
    locale: text().notNull().default("zh-CN"),
    /** The unit in which people read and type the temperatures of this customer's records; stored values are in °C. */
    temperatureUnit: text({ enum: TEMPERATURE_UNITS }).notNull().default("celsius"),
    /** SHA-256 of the customer-wide ingest token. */
    ingestTokenHash: text(),
    version: version(),
    createdAt: createdAt(),
  },
  (t) => [
    ...closedSets(t),
    uniqueIndex("customer_code_key").on(sql`lower(${t.code})`),
    uniqueIndex("customer_name_key").on(sql`lower(${t.name})`),
    uniqueIndex("customer_email_key").on(sql`lower(${t.email})`).where(sql`${t.email} <> ''`),
    uniqueIndex("customer_phone_key").on(t.phone).where(sql`${t.phone} <> ''`),
    uniqueIndex("customer_ingest_token_key").on(t.ingestTokenHash),
  ],
);
