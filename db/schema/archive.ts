import { bigint, boolean, date, index, integer, jsonb, pgTable, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { ARCHIVE_CHECKS, ARCHIVE_FAILURES, ARCHIVE_STATES } from "../file-enums";
import { closedSets, createdAt, id, instant, ref } from "./columns";
import { customer } from "./customer";
import { storedFile } from "./stored-file";
import { userAccount } from "./user";

/** What a verification found first: the file, its row if the rows are chained, and what is wrong. */
export type ArchiveProblem = { rule: string; file: string; row: number | null };

/** Everything that a customer recorded in a month, as a signed file. A month is archived again as its next version. */
export const archive = pgTable(
  "archive",
  {
    id: id(),
    customerId: ref()
      .notNull()
      .references(() => customer.id),
    /** The first day of the month in the customer's zone. */
    month: date().notNull(),
    version: integer().notNull(),
    state: text({ enum: ARCHIVE_STATES }).notNull().default("generating"),
    failure: text({ enum: ARCHIVE_FAILURES }),
    /** Readings in all, and written so far. */
    total: bigint({ mode: "number" }).notNull().default(0),
    done: bigint({ mode: "number" }).notNull().default(0),
    fileName: text().notNull(),
    fileId: uuid().references(() => storedFile.id, { onDelete: "set null" }),
    size: bigint({ mode: "number" }),
    sha256: text(),
    /** SHA-256 of its manifest, which the next month's manifest names; it outlives the file. */
    manifestSha256: text(),
    /** SHA-256 of the certificate whose key signed the manifest. */
    certificateSha256: text(),
    isScheduled: boolean().notNull(),
    userId: ref().references(() => userAccount.id, { onDelete: "set null" }),
    /** The name of whoever asked for it, as it was; empty if the clock did. */
    author: text().notNull(),
    /** Number of the attempt: only the latest may write. */
    run: integer().notNull().default(0),
    /** When the worker that makes it was last heard of. */
    touchedAt: instant().notNull().defaultNow(),
    checkState: text({ enum: ARCHIVE_CHECKS }).notNull().default("none"),
    checkedAt: instant(),
    problem: jsonb().$type<ArchiveProblem>(),
    createdAt: createdAt(),
    generatedAt: instant(),
    expiresAt: instant(),
  },
  (t) => [
    ...closedSets(t),
    uniqueIndex("archive_version_key").on(t.customerId, t.month, t.version),
    index("archive_state_idx").on(t.state, t.touchedAt),
  ],
);

/** A link to one archive for someone without an account; its address is the id signed with the server's secret. */
export const archiveLink = pgTable(
  "archive_link",
  {
    id: uuid().primaryKey().defaultRandom(),
    customerId: ref()
      .notNull()
      .references(() => customer.id),
    archiveId: ref()
      .notNull()
      .references(() => archive.id, { onDelete: "cascade" }),
    /** Who made it, as the name was then. */
    author: text().notNull(),
    createdAt: createdAt(),
    expiresAt: instant().notNull(),
    /** How often the file was taken. */
    takenCount: integer().notNull().default(0),
  },
  (t) => [index("archive_link_archive_idx").on(t.archiveId), index("archive_link_expires_idx").on(t.expiresAt)],
);
