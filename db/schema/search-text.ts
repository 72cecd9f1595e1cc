import { sql } from "drizzle-orm";
import { index, pgTable, text } from "drizzle-orm/pg-core";
import { carrier } from "./carrier";
import { ref } from "./columns";
import { customer } from "./customer";
import { device } from "./device";

// What the search of the whole console looks in (decision 048). Database triggers empty a text when its name changes, and
// a job writes it: the spelling of Chinese needs a dictionary that PostgreSQL lacks.

/** The name of a carrier with its spelling and initials; null until the job has written it. */
export const carrierSearch = pgTable(
  "carrier_search",
  {
    carrierId: ref()
      .primaryKey()
      .references(() => carrier.id, { onDelete: "cascade" }),
    customerId: ref()
      .notNull()
      .references(() => customer.id, { onDelete: "cascade" }),
    text: text(),
  },
  (t) => [
    index("carrier_search_text_idx").using("gin", t.text.op("gin_trgm_ops")).with({ fastupdate: false }),
    index("carrier_search_missing_idx").on(t.carrierId).where(sql`${t.text} is null`),
    index("carrier_search_customer_idx").on(t.customerId),
  ],
);

/** The name of a device with its spelling and initials, its serial number and its MAC; null until the job has written it. */
export const deviceSearch = pgTable(
  "device_search",
  {
    deviceId: ref()
      .primaryKey()
      .references(() => device.id, { onDelete: "cascade" }),
    customerId: ref()
      .notNull()
      .references(() => customer.id, { onDelete: "cascade" }),
    text: text(),
  },
  (t) => [
    index("device_search_text_idx").using("gin", t.text.op("gin_trgm_ops")).with({ fastupdate: false }),
    index("device_search_missing_idx").on(t.deviceId).where(sql`${t.text} is null`),
    index("device_search_customer_idx").on(t.customerId),
  ],
);
