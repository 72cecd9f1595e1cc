import { sql } from "drizzle-orm";
import { boolean, index, integer, jsonb, pgTable, primaryKey, text, uniqueIndex } from "drizzle-orm/pg-core";
import {
  GROUP_CONTENTS,
  PRINT_CONTENTS,
  PRINT_DAYS,
  PRINT_PROBLEMS,
  PRINT_STATES,
  PRINTER_CHARSETS,
  PRINTER_KINDS,
  type PrintDocument,
} from "../print-enums";
import { carrier } from "./carrier";
import { closedSets, createdAt, id, instant, ref, version } from "./columns";
import { customer } from "./customer";
import { userAccount } from "./user";

/** A printer in a customer's network. */
export const printer = pgTable(
  "printer",
  {
    id: id(),
    customerId: ref()
      .notNull()
      .references(() => customer.id),
    name: text().notNull(),
    kind: text({ enum: PRINTER_KINDS }).notNull(),
    /** Where it stands, in the customer's words. */
    location: text().notNull().default(""),
    host: text().notNull(),
    port: integer().notNull(),
    /** IPP only. */
    isTls: boolean().notNull().default(false),
    path: text().notNull().default(""),
    /** Tickets only: characters in a line. */
    columns: integer().notNull().default(48),
    charset: text({ enum: PRINTER_CHARSETS }).notNull().default("gb18030"),
    hasCutter: boolean().notNull().default(true),
    isEnabled: boolean().notNull().default(true),
    /** The platform's staff set the address, so it may be in the installation's private network. */
    mayReachPrivate: boolean().notNull().default(false),
    /** What it said of itself. */
    model: text().notNull().default(""),
    /** The state at the last contact; null before the first one. */
    checkedAt: instant(),
    problem: text({ enum: PRINT_PROBLEMS }),
    problemDetail: text().notNull().default(""),
    version: version(),
    createdAt: createdAt(),
  },
  (t) => [...closedSets(t), uniqueIndex("printer_name_key").on(t.customerId, sql`lower(${t.name})`)],
);

/** What is printed by itself: contents of carriers, on printers, at times of the day in the customer's zone. */
export const printGroup = pgTable(
  "print_group",
  {
    id: id(),
    customerId: ref()
      .notNull()
      .references(() => customer.id),
    name: text().notNull(),
    isEnabled: boolean().notNull().default(true),
    contents: text({ enum: GROUP_CONTENTS }).array().notNull(),
    /** Minutes from midnight. */
    times: integer().array().notNull(),
    /** The day of the day record. */
    day: text({ enum: PRINT_DAYS }).notNull().default("today"),
    copies: integer().notNull().default(1),
    /** The language of the paper. */
    locale: text().notNull(),
    /** The console's origin for whoever saved it: what the codes on paper open. */
    origin: text(),
    /** The next time; null while disabled. */
    nextAt: instant(),
    version: version(),
    createdAt: createdAt(),
  },
  (t) => [
    ...closedSets(t),
    uniqueIndex("print_group_group_name_key").on(t.customerId, sql`lower(${t.name})`),
    index("print_group_next_idx").on(t.nextAt).where(sql`${t.nextAt} is not null`),
  ],
);

export const printGroupPrinter = pgTable(
  "print_group_printer",
  {
    groupId: ref()
      .notNull()
      .references(() => printGroup.id, { onDelete: "cascade" }),
    printerId: ref()
      .notNull()
      .references(() => printer.id),
  },
  (t) => [primaryKey({ columns: [t.groupId, t.printerId] }), index("print_group_printer_printer_idx").on(t.printerId)],
);

export const printGroupCarrier = pgTable(
  "print_group_carrier",
  {
    groupId: ref()
      .notNull()
      .references(() => printGroup.id, { onDelete: "cascade" }),
    carrierId: ref()
      .notNull()
      .references(() => carrier.id, { onDelete: "cascade" }),
  },
  (t) => [primaryKey({ columns: [t.groupId, t.carrierId] }), index("print_group_carrier_carrier_idx").on(t.carrierId)],
);

/** One document on one printer. */
export const printJob = pgTable(
  "print_job",
  {
    id: id(),
    customerId: ref()
      .notNull()
      .references(() => customer.id),
    /** Null: the printer was removed. */
    printerId: ref().references(() => printer.id, { onDelete: "set null" }),
    printerName: text().notNull(),
    groupId: ref().references(() => printGroup.id, { onDelete: "set null" }),
    content: text({ enum: PRINT_CONTENTS }).notNull(),
    /** The occasion, such as a request of the browser: each is printed once. */
    key: text().notNull(),
    document: jsonb().$type<PrintDocument>().notNull(),
    /** The language of the paper. */
    locale: text().notNull(),
    copies: integer().notNull().default(1),
    state: text({ enum: PRINT_STATES }).notNull().default("waiting"),
    problem: text({ enum: PRINT_PROBLEMS }),
    problemDetail: text().notNull().default(""),
    /** How often it was tried since it was asked for or tried again by hand. */
    attempts: integer().notNull().default(0),
    nextTryAt: instant(),
    /** The job's number at an IPP printer. */
    printerJobId: integer(),
    /** Whether the printer itself said that it is printed; null before. */
    isConfirmed: boolean(),
    /** Null: a print group at its time, or an account that was deleted. */
    userId: ref().references(() => userAccount.id, { onDelete: "set null" }),
    userName: text().notNull().default(""),
    /** The group's time. */
    dueAt: instant(),
    createdAt: createdAt(),
    sentAt: instant(),
    endedAt: instant(),
  },
  (t) => [
    ...closedSets(t),
    uniqueIndex("print_job_key").on(t.customerId, t.key),
    index("print_job_customer_idx").on(t.customerId, t.createdAt),
    index("print_job_printer_idx").on(t.printerId, t.createdAt),
    index("print_job_group_idx").on(t.groupId),
    index("print_job_user_idx").on(t.userId),
    index("print_job_open_idx").on(t.state, t.sentAt).where(sql`${t.state} in ('sending', 'atPrinter')`),
    index("print_job_ended_idx").on(t.endedAt),
  ],
);
