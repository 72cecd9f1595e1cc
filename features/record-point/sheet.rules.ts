import type { RecordSheetStatus, RecordValueState, Side } from "@/db/enums";
import { type AppError, conflict } from "@/lib/errors";
import { grouped } from "@/lib/grouped";

/** What is done with a sheet; the first four are signed. */
export const SHEET_ACTIONS = ["submit", "review", "approve", "reject", "enter", "comment", "correct"] as const;
export type SheetAction = (typeof SHEET_ACTIONS)[number];

/** The statuses in which an action is possible. */
const ALLOWED: Record<SheetAction, readonly RecordSheetStatus[]> = {
  submit: ["open"],
  enter: ["open"],
  comment: ["open"],
  review: ["submitted"],
  approve: ["submitted", "reviewed"],
  reject: ["submitted", "reviewed"],
  correct: ["approved", "rejected"],
};

/** The status after a signed action. */
export const STATUS_AFTER = {
  submit: "submitted",
  review: "reviewed",
  approve: "approved",
  reject: "rejected",
} as const satisfies Partial<Record<SheetAction, RecordSheetStatus>>;
export type SignedAction = keyof typeof STATUS_AFTER;

/** The spec's three states; a sheet that is neither is not approved. */
export const NOT_APPROVED: readonly RecordSheetStatus[] = ["open", "submitted", "reviewed"];

export type SheetState = { status: RecordSheetStatus; isCurrent: boolean };

/** Whether the sheet allows an action. An earlier version allows none. */
export const allows = (action: SheetAction, { status, isCurrent }: SheetState): boolean =>
  isCurrent && ALLOWED[action].includes(status);

/** Why the sheet does not allow it; null if it does. */
export function sheetRefusal(action: SheetAction, sheet: SheetState, path: string): AppError | null {
  if (!sheet.isCurrent) return conflict(path, "olderVersion", "there is a newer version of this sheet");
  return allows(action, sheet)
    ? null
    : conflict(path, "sheetStatus", `a sheet that is ${sheet.status} cannot be changed this way`);
}

/** Throws CONFLICT unless the sheet allows it. */
export function assertAllows(action: SheetAction, sheet: SheetState): void {
  const refused = sheetRefusal(action, sheet, "id");
  if (refused) throw refused;
}

type Explained = { state: RecordValueState; comment: string | null };

/** A missed value needs a comment, or a value entered by hand. */
export const isUnexplained = ({ state, comment }: Explained): boolean => state === "missed" && !comment;

/** Values that a maximum of values are named by in a refusal. */
const NAMED = 5;

/**
 * Throws unless a sheet can be submitted: its month is over, no value is pending, and each missed one is explained.
 * `nameOf` names a value; the first few are named.
 */
export function assertComplete<V extends Explained>(
  values: readonly V[],
  { isOver, nameOf }: { isOver: boolean; nameOf: (value: V) => string },
): void {
  if (!isOver || values.some(({ state }) => state === "pending"))
    throw conflict("id", "monthNotOver", "its month is not over");
  const missing = values.filter(isUnexplained);
  if (missing.length === 0) return;
  const names = missing.slice(0, NAMED).map(nameOf).join(", ") + (missing.length > NAMED ? ", …" : "");
  const refusal = conflict("id", "unexplainedValues", `${missing.length} values are missed: ${names}`, missing.length);
  for (const issue of refusal.details.issues ?? []) issue.names = names;
  throw refusal;
}

/** Throws unless a value can be entered by hand: it was missed, or entered before. */
export function assertEnterable({ state }: { state: RecordValueState }): void {
  if (state !== "missed" && state !== "entered")
    throw conflict("valueId", "collectedValue", "a collected value cannot be changed");
}

/** The first day of a day's month. */
export const monthOf = (day: string): string => `${day.slice(0, 7)}-01`;

/** The first day of the next month. */
export function monthAfter(month: string): string {
  const [year, number] = month.split("-").map(Number) as [number, number];
  return new Date(Date.UTC(year, number, 1)).toISOString().slice(0, 10);
}

/** All days of a month. */
export function daysOfMonth(month: string): string[] {
  const count = (Date.parse(monthAfter(month)) - Date.parse(month)) / 86_400_000;
  return Array.from({ length: count }, (_, index) => `${month.slice(0, 8)}${String(index + 1).padStart(2, "0")}`);
}

/** A sheet with more records a day than this shows its days, and the records of a day on demand. */
export const MOST_COLUMNS = 7;

type Cell = { probeId: number; day: string; minute: number; value: number | null; state: RecordValueState };
export type SheetRow<C> = {
  day: string;
  cells: ReadonlyMap<number, C>;
  minimum: number | null;
  maximum: number | null;
};

/** The rows of one probe's form: every day of the month, its records by minute, the day's least and greatest value. */
export function rowsOf<C extends Cell>(month: string, probeId: number, values: readonly C[]): SheetRow<C>[] {
  const byDay = grouped(
    values.filter((value) => value.probeId === probeId),
    ({ day }) => day,
  );
  return daysOfMonth(month).map((day) => {
    const cells = (byDay.get(day) ?? []).toSorted((a, b) => a.minute - b.minute);
    const numbers = cells.flatMap(({ value }) => value ?? []);
    return {
      day,
      cells: new Map(cells.map((cell) => [cell.minute, cell])),
      minimum: numbers.length > 0 ? Math.min(...numbers) : null,
      maximum: numbers.length > 0 ? Math.max(...numbers) : null,
    };
  });
}

/** The record times of a sheet, ascending: its columns. */
export const columnsOf = (values: readonly { minute: number }[]): number[] =>
  [...new Set(values.map(({ minute }) => minute))].sort((a, b) => a - b);

type Limited = { value: number | null; minimum: number | null; maximum: number | null };

/** On which side of the range then a value is; null within it. */
export function sideOf({ value, minimum, maximum }: Limited): Side | null {
  if (value === null) return null;
  if (maximum !== null && value > maximum) return "above";
  return minimum !== null && value < minimum ? "below" : null;
}

/**
 * Counts of values. Each is collected, missed, entered or pending; `outOfRange` are those of the collected and the
 * entered ones that are beyond the range.
 */
export type Counts = {
  planned: number;
  collected: number;
  outOfRange: number;
  missed: number;
  entered: number;
  pending: number;
  unexplained: number;
  newer: number;
};

/** Counts of these values. */
export function countsOf(values: readonly (Explained & Limited & { newerAt: unknown })[]): Counts {
  const of = (state: RecordValueState) => values.filter((value) => value.state === state).length;
  return {
    planned: values.length,
    collected: of("collected") + of("out-of-range"),
    outOfRange: values.filter((value) => sideOf(value) !== null).length,
    missed: of("missed"),
    entered: of("entered"),
    pending: of("pending"),
    unexplained: values.filter(isUnexplained).length,
    newer: values.filter(({ newerAt }) => newerAt !== null).length,
  };
}
