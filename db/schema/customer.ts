import { sql } from "drizzle-orm";
import { pgTable, text, uniqueIndex } from "drizzle-orm/pg-core";
import type { ActivationStatus, CustomerType, OrganisationType } from "../enums";
import { createdAt, id } from "./columns";

export const customer = pgTable(
  "customer",
  {
    id: id(),
    code: text().notNull(),
    name: text().notNull(),
    shortName: text().notNull().default(""),
    type: text().$type<CustomerType>().notNull().default("customer"),
    organisationType: text().$type<OrganisationType>().notNull().default("09"),
    status: text().$type<ActivationStatus>().notNull().default("active"),
    area: text().notNull().default(""),
    areaCode: text().notNull().default(""),
    address: text().notNull().default(""),
    contact: text().notNull().default(""),
    phone: text().notNull().default(""),
    email: text().notNull().default(""),
    description: text().notNull().default(""),
    /** IANA name; days are cut in it. */
    timeZone: text().notNull().default("Asia/Shanghai"),
    /** SHA-256 of the customer-wide ingest token. */
    ingestTokenHash: text(),
    createdAt: createdAt(),
  },
  (t) => [
    uniqueIndex("customer_code_key").on(sql`lower(${t.code})`),
    uniqueIndex("customer_name_key").on(sql`lower(${t.name})`),
    uniqueIndex("customer_ingest_token_key").on(t.ingestTokenHash),
  ],
);
