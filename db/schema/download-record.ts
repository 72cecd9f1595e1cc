import { type AnyPgColumn, bigint, index, integer, jsonb, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { DOWNLOAD_FAILURES, DOWNLOAD_STATES, EXPORT_FORMATS } from "../file-enums";
import { apiKey } from "./api-key";
import { closedSets, createdAt, instant, ref } from "./columns";
import { customer } from "./customer";
import { storedFile } from "./stored-file";
import { userAccount } from "./user";

/** A file that someone has asked for: made by the worker, kept until it expires. */
export const downloadRecord = pgTable(
  "download_record",
  {
    key: uuid().primaryKey().defaultRandom(),
    /** The customer whose data it is; the account's own if it has data of several. */
    customerId: ref()
      .notNull()
      .references(() => customer.id),
    /** The customer that the asker worked for. */
    workingCustomerId: ref()
      .notNull()
      .references((): AnyPgColumn => customer.id, { onDelete: "cascade" }),
    userId: ref().references((): AnyPgColumn => userAccount.id, { onDelete: "cascade" }),
    apiKeyId: ref().references((): AnyPgColumn => apiKey.id, { onDelete: "cascade" }),
    /** An export of `features/file/exports.service.ts`. */
    kind: text().notNull(),
    format: text({ enum: EXPORT_FORMATS }).notNull(),
    /** What was asked for, as it was sent. */
    query: jsonb().$type<Record<string, unknown>>().notNull(),
    locale: text().notNull(),
    name: text().notNull(),
    fileName: text().notNull(),
    state: text({ enum: DOWNLOAD_STATES }).notNull().default("generating"),
    failure: text({ enum: DOWNLOAD_FAILURES }),
    /** Rows, and rows written. */
    total: bigint({ mode: "number" }).notNull().default(0),
    done: bigint({ mode: "number" }).notNull().default(0),
    fileId: uuid().references(() => storedFile.id, { onDelete: "set null" }),
    size: bigint({ mode: "number" }),
    sha256: text(),
    /** Number of the attempt: only the latest may write to the record. */
    run: integer().notNull().default(0),
    /** When the worker that makes it was last heard of. */
    touchedAt: instant().notNull().defaultNow(),
    takenCount: integer().notNull().default(0),
    createdAt: createdAt(),
    endedAt: instant(),
    expiresAt: instant(),
  },
  (t) => [
    ...closedSets(t),
    index("download_record_customer_idx").on(t.customerId),
    index("download_record_user_idx").on(t.userId, t.createdAt),
    index("download_record_state_idx").on(t.state, t.touchedAt),
  ],
);
