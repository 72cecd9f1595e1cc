import { bigint, boolean, customType, index, integer, pgTable, primaryKey, text, uuid } from "drizzle-orm/pg-core";
import { FILE_STORES, STORED_FILE_KINDS } from "../file-enums";
import { closedSets, createdAt, instant, ref } from "./columns";
import { customer } from "./customer";

const bytea = customType<{ data: Buffer; driverData: Buffer }>({ dataType: () => "bytea" });

/** A file that belongs to a record; its content is in `file_piece` or in an object store. */
export const storedFile = pgTable(
  "stored_file",
  {
    id: uuid().primaryKey().defaultRandom(),
    customerId: ref()
      .notNull()
      .references(() => customer.id),
    kind: text({ enum: STORED_FILE_KINDS }).notNull(),
    contentType: text().notNull(),
    size: bigint({ mode: "number" }).notNull(),
    /** SHA-256 of the content in hexadecimal; null until it is complete. */
    sha256: text(),
    store: text({ enum: FILE_STORES }).notNull().default("database"),
    /** An incomplete file is invisible, and deleted once nothing has been written to it for a while. */
    isComplete: boolean().notNull().default(true),
    writtenAt: instant().notNull().defaultNow(),
    createdAt: createdAt(),
  },
  (t) => [...closedSets(t), index("stored_file_customer_idx").on(t.customerId)],
);

/** A file's content in the database, in pieces of 1 MiB, so that neither side holds a whole file in memory. */
export const filePiece = pgTable(
  "file_piece",
  {
    fileId: uuid()
      .notNull()
      .references(() => storedFile.id, { onDelete: "cascade" }),
    /** From 0. */
    number: integer().notNull(),
    content: bytea().notNull(),
    /** Whether the content is compressed by gzip. */
    isCompressed: boolean().notNull().default(false),
  },
  (t) => [primaryKey({ columns: [t.fileId, t.number] })],
);

/**
 * An object of the S3-compatible store, recorded before anything is sent there. Objects without a `stored_file`, deleted
 * or never committed, are removed from the store later.
 */
export const fileObject = pgTable("file_object", {
  id: uuid().primaryKey(),
  /** The upload in parts, if it is one. */
  uploadId: text(),
  createdAt: createdAt(),
});
