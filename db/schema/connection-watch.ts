import { boolean, pgTable, text } from "drizzle-orm/pg-core";
import { SEVERITIES } from "../enums";
import { closedSets, ref } from "./columns";
import { customer } from "./customer";

/**
 * Settings by which a customer's devices are watched for connection and power, without a trigger. A customer without a
 * row has the defaults. The notification plan is the rows of `notification_plan_row` with its `customer_id`.
 */
export const connectionWatch = pgTable(
  "connection_watch",
  {
    customerId: ref()
      .primaryKey()
      .references(() => customer.id),
    isEnabled: boolean().notNull().default(true),
    /** Of a silent sensor, display or relay. */
    severity: text({ enum: SEVERITIES }).notNull().default("minor"),
    gatewaySeverity: text({ enum: SEVERITIES }).notNull().default("major"),
    /** Whether a reported power loss of a gateway is an exception. */
    isPowerEnabled: boolean().notNull().default(true),
    powerSeverity: text({ enum: SEVERITIES }).notNull().default("major"),
  },
  (t) => closedSets(t),
);
