import { sql } from "drizzle-orm";
import { bigint, boolean, index, pgTable, text, uniqueIndex } from "drizzle-orm/pg-core";
import { DEVICE_KINDS } from "../enums";
import { SECONDMENT_STATES } from "../secondment-enums";
import { closedSets, createdAt, id, instant, ref } from "./columns";
import { customer } from "./customer";
import { device } from "./device";

/**
 * The lending of a device from one customer to another, or its transfer. It is a record of both: what either side has of
 * it goes with that side, so names and serial number are stored.
 */
export const secondment = pgTable(
  "secondment",
  {
    id: id(),
    /** The physical device (`device.unitId`). */
    unitId: bigint({ mode: "number" }).notNull(),
    lenderId: ref().references(() => customer.id, { onDelete: "set null" }),
    borrowerId: ref().references(() => customer.id, { onDelete: "set null" }),
    /** The device as each of them has it; the borrower's is made when the dates are certain. */
    lenderDeviceId: ref().references(() => device.id, { onDelete: "set null" }),
    borrowerDeviceId: ref().references(() => device.id, { onDelete: "set null" }),
    lenderName: text().notNull(),
    borrowerName: text().notNull(),
    kind: text({ enum: DEVICE_KINDS }).notNull(),
    serialNumber: text().notNull(),
    isTransfer: boolean().notNull(),
    state: text({ enum: SECONDMENT_STATES }).notNull(),
    /** Null: a transfer that is not confirmed. */
    startsAt: instant(),
    /** The agreed end; null: until revoked. */
    endsAt: instant(),
    /** When it ended, was revoked or declined. */
    endedAt: instant(),
    remark: text().notNull().default(""),
    endReason: text().notNull().default(""),
    createdAt: createdAt(),
  },
  (t) => [
    ...closedSets(t),
    uniqueIndex("secondment_open_key").on(t.unitId).where(sql`${t.state} in ('requested', 'planned', 'current')`),
    index("secondment_lender_idx").on(t.lenderId, t.createdAt),
    index("secondment_borrower_idx").on(t.borrowerId, t.createdAt),
    index("secondment_lender_device_idx").on(t.lenderDeviceId),
    index("secondment_borrower_device_idx").on(t.borrowerDeviceId),
    index("secondment_due_idx").on(t.startsAt, t.endsAt).where(sql`${t.state} in ('planned', 'current')`),
  ],
);

/**
 * Who has a physical device from when until when, without gaps or overlaps, for devices that were ever seconded: what is
 * measured at an instant belongs to its holder. Null: without a beginning, or without an end.
 */
export const deviceHolding = pgTable(
  "device_holding",
  {
    id: id(),
    unitId: bigint({ mode: "number" }).notNull(),
    customerId: ref()
      .notNull()
      .references(() => customer.id, { onDelete: "cascade" }),
    /** The device as the holder has it. */
    deviceId: ref()
      .notNull()
      .references(() => device.id, { onDelete: "cascade" }),
    fromAt: instant(),
    untilAt: instant(),
  },
  (t) => [
    index("device_holding_customer_idx").on(t.customerId),
    index("device_holding_device_idx").on(t.deviceId, t.fromAt),
  ],
);
