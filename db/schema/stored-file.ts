import { customType, index, integer, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { STORED_FILE_KINDS } from "../enums";
import { closedSets, createdAt, ref } from "./columns";
import { customer } from "./customer";

const bytea = customType<{ data: Buffer; driverData: Buffer }>({ dataType: () => "bytea" });

/** A file that belongs to a record. Stored in the database: one transaction, one backup, no shared disk. */
export const storedFile = pgTable(
  "stored_file",
  {
    id: uuid().primaryKey().defaultRandom(),
    customerId: ref()
      .notNull()
      .references(() => customer.id),
    kind: text({ enum: STORED_FILE_KINDS }).notNull(),
    contentType: text().notNull(),
    size: integer().notNull(),
    content: bytea().notNull(),
    createdAt: createdAt(),
  },
  (t) => [...closedSets(t), index("stored_file_customer_idx").on(t.customerId)],
);
