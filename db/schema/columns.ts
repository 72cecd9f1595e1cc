import { getTableColumns, getTableName, sql } from "drizzle-orm";
import { type AnyPgColumn, bigint, type CheckBuilder, check, integer, PgArray, timestamp } from "drizzle-orm/pg-core";

/** Surrogate key: a 64-bit identity, read as a number. */
export const id = () => bigint({ mode: "number" }).primaryKey().generatedAlwaysAsIdentity();

/** Reference to such a key. */
export const ref = () => bigint({ mode: "number" });

/** An instant in UTC, read as a Date. */
export const instant = () => timestamp({ withTimezone: true, precision: 3 });

export const createdAt = () => instant().notNull().defaultNow();

/** Check constraints for all columns declared with `enum` (text or text array) that admit only their values. */
export function closedSets(columns: object): CheckBuilder[] {
  const [{ table }] = Object.values(columns) as [AnyPgColumn];
  return Object.entries(getTableColumns(table)).flatMap(([key, column]) => {
    const isArray = column instanceof PgArray;
    const values = isArray ? column.baseColumn.enumValues : column.enumValues;
    if (!values || values.length === 0) return [];
    const list = sql.raw(values.map((value) => `'${value}'`).join(", "));
    const name = `${getTableName(table)}_${key.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)}_values_check`;
    return [check(name, isArray ? sql`${column} <@ array[${list}]::text[]` : sql`${column} in (${list})`)];
  });
}

/**
 * Of a record that people edit in a form, from 1. The database counts it up with every change of a field that the form
 * shows (trigger `versioned`), so that a save of an older version is noticed.
 */
export const version = () => integer().notNull().default(1);
