import { sql } from "drizzle-orm";
import { bigint, index, integer, jsonb, pgTable, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import {
  REPORT_APPROVALS,
  REPORT_FAILURES,
  REPORT_PERIODS,
  REPORT_SECTIONS,
  REPORT_SIGNATURES,
  REPORT_STATES,
  REPORT_TYPES,
} from "../enums";
import { closedSets, createdAt, id, instant, ref, version } from "./columns";
import { customer } from "./customer";
import { storedFile } from "./stored-file";
import { transport } from "./transport";
import { userAccount } from "./user";
import { verificationTask } from "./verification";

const ids = () => bigint({ mode: "number" }).array().notNull();

/** What a customer reports on again and again: a report without its range. */
export const reportTemplate = pgTable(
  "report_template",
  {
    id: id(),
    customerId: ref()
      .notNull()
      .references(() => customer.id),
    name: text().notNull(),
    type: text({ enum: REPORT_TYPES }).notNull(),
    /** Single carriers, and places with all carriers below them at the time. */
    carrierIds: ids(),
    sceneIds: ids(),
    period: text({ enum: REPORT_PERIODS }).notNull(),
    sections: text({ enum: REPORT_SECTIONS }).array().notNull(),
    locales: text().array().notNull(),
    signatures: text({ enum: REPORT_SIGNATURES }).array().notNull(),
    /** The console's origin for whoever saved it; for the reports that a schedule makes. */
    origin: text(),
    version: version(),
    createdAt: createdAt(),
  },
  (t) => [...closedSets(t), uniqueIndex("report_template_name_key").on(t.customerId, sql`lower(${t.name})`)],
);

/** A document about carriers over a range, about lots or a transport, made by the worker and then signed. */
export const report = pgTable(
  "report",
  {
    id: id(),
    customerId: ref()
      .notNull()
      .references(() => customer.id),
    type: text({ enum: REPORT_TYPES }).notNull(),
    name: text().notNull(),
    /** Of a report on lots or a transport: where they were. */
    carrierIds: ids(),
    lotIds: ids().default([]),
    /** A loaded transport, which is never deleted. */
    transportId: ref().references(() => transport.id),
    /** A verification with a result, which is kept as long as a report tells of it. */
    verificationId: ref().references(() => verificationTask.id),
    fromAt: instant().notNull(),
    toAt: instant().notNull(),
    sections: text({ enum: REPORT_SECTIONS }).array().notNull(),
    /** The languages, a file in each, and the zone in which it is written. */
    locales: text().array().notNull(),
    timeZone: text().notNull(),
    state: text({ enum: REPORT_STATES }).notNull().default("generating"),
    failure: text({ enum: REPORT_FAILURES }),
    /** In percent. */
    progress: integer().notNull().default(0),
    /** A rejected or failed report is made again as the next version. */
    version: integer().notNull().default(1),
    /** The signatures wanted; none: as people like. */
    signatures: text({ enum: REPORT_SIGNATURES }).array().notNull().default([]),
    approval: text({ enum: REPORT_APPROVALS }).notNull().default("unsigned"),
    /** What it says, as JSON: what signatures cover. Null until it is generated. */
    content: jsonb(),
    /** The series and the data of the present version, compressed, from which it is printed again once signed. */
    sourceId: uuid().references(() => storedFile.id),
    /** In the address of the QR code: whoever has the document may check it. */
    checkKey: text().notNull(),
    /** The console's origin for whoever asked for it; null: made by a schedule, without a known one. */
    origin: text(),
    templateId: ref().references(() => reportTemplate.id, { onDelete: "set null" }),
    userId: ref().references(() => userAccount.id, { onDelete: "set null" }),
    /** The name of whoever asked for it, as it was. */
    author: text().notNull(),
    createdAt: createdAt(),
    generatedAt: instant(),
  },
  (t) => [
    ...closedSets(t),
    uniqueIndex("report_check_key").on(t.checkKey),
    index("report_customer_idx").on(t.customerId, t.createdAt),
    index("report_template_idx").on(t.templateId),
    index("report_transport_idx").on(t.transportId),
    index("report_verification_idx").on(t.verificationId),
  ],
);

/** Every file of a report that was handed out, known by its hash for ever. */
export const reportFile = pgTable(
  "report_file",
  {
    id: id(),
    reportId: ref()
      .notNull()
      .references(() => report.id, { onDelete: "cascade" }),
    version: integer().notNull(),
    /** How many signatures it shows. */
    signatures: integer().notNull(),
    locale: text().notNull(),
    fileId: uuid()
      .notNull()
      .references(() => storedFile.id),
    sha256: text().notNull(),
    createdAt: createdAt(),
  },
  (t) => [
    uniqueIndex("report_file_place_key").on(t.reportId, t.version, t.signatures, t.locale),
    index("report_file_sha256_idx").on(t.sha256),
  ],
);
