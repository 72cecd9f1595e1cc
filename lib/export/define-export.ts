import type { z } from "zod";
import type { Permission } from "@/lib/auth/permissions";
import type { OperationContext } from "@/lib/operation/context";

/** Text is shown as it is, never run as a formula; null is an empty cell. */
export type ExportCell = string | number | null;
/** `width` in characters, for spreadsheets and pages. */
export type ExportColumn = { title: string; width?: number };

/** A number as it stands on paper: with so many decimals, and a sign such as "above the maximum" after it. */
export type MarkedNumber = { value: number; decimals: number; mark: string };
export type FormCell = ExportCell | MarkedNumber;

/** A paper form: what it is of, a table, and notes such as signatures below. */
export type ExportForm = {
  /** Of the worksheet. */
  name: string;
  heading: string;
  facts: readonly (readonly [term: string, text: string])[];
  columns: readonly ExportColumn[];
  rows: readonly (readonly FormCell[])[];
  notes: readonly string[];
};

/** A table of any length, before its first row is read. */
export type OpenedExport = {
  title: string;
  /** Name of the file without its ending. */
  fileStem: string;
  /** The customer in whose log it says who took the data out. */
  customerId: number;
  /** Of the instants in the cells. */
  timeZone: string;
  /** Number of rows, which progress refers to; it may be approximate. */
  total: number;
  columns: readonly ExportColumn[];
  /** Rows in batches of some hundreds or thousands, read while the file is written. */
  batches: AsyncIterable<readonly (readonly ExportCell[])[]>;
  /** Paper forms, which spreadsheets and PDFs have in place of the plain rows. */
  forms?: AsyncIterable<ExportForm>;
};

export type Export<S extends z.ZodType = z.ZodType> = {
  readonly kind: string;
  /** What the account needs, when it asks and when the file is made and taken. */
  readonly permission: Permission;
  readonly input: S;
  /** Checks scope and size without reading rows. Throws AppError. */
  open: (ctx: OperationContext, input: z.output<S>) => Promise<OpenedExport>;
};

/** Defines what can be exported as a file; `features/download/exports.service.ts` lists all. */
export const defineExport = <S extends z.ZodType>(definition: Export<S>): Export<S> => definition;
