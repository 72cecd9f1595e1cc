import { boolean, pgTable, text } from "drizzle-orm/pg-core";
import { SEVERITIES } from "../enums";
import { closedSets, ref } from "./columns";
import { customer } from "./customer";

/**
 * How a customer's devices are watched for their connection and power, without any trigger. A customer without a row has
 * the defaults; its notification plan is the rows of `notification_plan_row` with its `customer_id`.
 */
export const connectionWatch = pgTable(
  "connection_watch",
  {
    customerId: ref()
      .primaryKey()
      .references(() => customer.id),
    isEnabled: boolean().notNull().default(true),
    /** Of a sensor, display or relay that is not heard. */
    severity: text({ enum: SEVERITIES }).notNull().default("minor"),
    gatewaySeverity: text({ enum: SEVERITIES }).notNull().default("major"),
    /** Whether power that a gateway reports as lost is an exception. */
    isPowerEnabled: boolean().notNull().default(true),
    powerSeverity: text({ enum: SEVERITIES }).notNull().default("major"),
  },
  (t) => closedSets(t),
);
