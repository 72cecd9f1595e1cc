import { index, pgTable, text } from "drizzle-orm/pg-core";
import { createdAt, id, instant, ref } from "./columns";
import { customer } from "./customer";
import { device } from "./device";

/**
 * When a gateway, display or relay went online or offline. A trigger on `device_state` writes a row whenever the
 * materialized state changes; `at` is when the device was last heard, that is the change itself, not its detection.
 */
export const deviceConnection = pgTable(
  "device_connection",
  {
    id: id(),
    customerId: ref()
      .notNull()
      .references(() => customer.id, { onDelete: "cascade" }),
    deviceId: ref()
      .notNull()
      .references(() => device.id, { onDelete: "cascade" }),
    status: text().notNull(),
    at: instant().notNull(),
    notedAt: createdAt(),
  },
  (t) => [
    index("device_connection_device_idx").on(t.deviceId, t.at),
    index("device_connection_noted_idx").on(t.notedAt),
  ],
);
