import { bigint, timestamp } from "drizzle-orm/pg-core";

/** Surrogate key: a 64-bit identity, read as a number. */
export const id = () => bigint({ mode: "number" }).primaryKey().generatedAlwaysAsIdentity();

/** Reference to such a key. */
export const ref = () => bigint({ mode: "number" });

/** An instant in UTC, read as a Date. */
export const instant = () => timestamp({ withTimezone: true, precision: 3 });

export const createdAt = () => instant().notNull().defaultNow();
