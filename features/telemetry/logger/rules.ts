import { type DelimitedRow, readDelimited } from "@/lib/spreadsheet/delimited";
import { readFridgeTag } from "../fridge-tag/rules";
import { type DateOrder, dateOrderOf, parseStamp, readClock, type Stamp } from "../logger-clock/rules";
import {
  contentOf,
  Issues,
  MAXIMUM_ROWS,
  MAXIMUM_VALUES,
  NO_FACTS,
  type PlacedValue,
  type ReadingOptions,
  refusedContent,
} from "../logger-content/rules";
import {
  decimalSignOf,
  findTable,
  isBlank,
  type TableHead,
  timeTextOf,
  type ValueColumn,
  valueIn,
} from "../logger-table/rules";
import type { LoggerContent } from "./schema";

/** What stands behind a decimal comma. */
const DECIMALS = /^\d{1,6}$/;

export type LoggerTable = { head: TableHead; rows: readonly DelimitedRow[] };

/** The values of a table of logger times and measures. */
export function readTable(
  format: "csv" | "xlsx",
  table: LoggerTable,
  options: ReadingOptions,
  issues = new Issues(),
): LoggerContent {
  const { head, rows } = table;
  const timeZone = head.timeZone ?? options.timeZone;
  if (rows.length > MAXIMUM_ROWS) {
    issues.addWhole("rows", `has more than ${MAXIMUM_ROWS} rows`, MAXIMUM_ROWS);
    return contentOf(format, [], issues, { ...options, timeZone });
  }
  const filled = rows.filter(({ cells }) => head.columns.some(({ index }) => !isBlank(cells[index] ?? "")));
  const order = options.dateOrder ?? dateOrderOf(filled.map((row) => timeTextOf(row, head)));
  const timed = filled.flatMap((row) => {
    const stamp = stampOf(row, head, order, issues);
    return stamp ? [{ row, stamp }] : [];
  });
  const { ats, twice } = readClock(
    timed.map(({ stamp }) => stamp),
    timeZone,
  );
  const sign = decimalSignOf(filled.flatMap(({ cells }) => head.columns.map(({ index }) => cells[index] ?? "")));
  const placed: PlacedValue[] = [];
  for (const [place, { row }] of timed.entries()) {
    const at = ats[place] ?? null;
    const { line, cells } = row;
    if (at === null) {
      const message = `a clock of ${timeZone} never shows this time`;
      issues.add({ line, column: head.time.title, rule: "skipped", message, value: timeTextOf(row, head) });
    } else if (head.spare.some((index) => DECIMALS.test(cells[index] ?? ""))) {
      const message = "has digits below no title: a decimal comma would be two cells";
      issues.add({ line, column: "", rule: "decimals", message, value: cells.join(",") });
    } else if (cells.slice(head.width).some((cell) => cell !== "")) {
      const message = "has more cells than the head";
      issues.add({ line, column: "", rule: "cells", message, value: cells.at(-1) ?? "" });
    } else for (const column of head.columns) placed.push(...valueAt(row, column, { at, sign }, issues));
    // Of a table as wide as this no more is held than it takes to refuse it.
    if (placed.length > MAXIMUM_VALUES) return refusedContent(format, "values", TOO_MANY_VALUES, MAXIMUM_VALUES);
  }
  const facts = { ...NO_FACTS, twice, ignored: head.ignored.slice(0, 20) };
  return contentOf(format, placed, issues, { ...options, timeZone }, { facts });
}

function stampOf(row: DelimitedRow, head: TableHead, order: DateOrder | null, issues: Issues): Stamp | null {
  const text = timeTextOf(row, head);
  const stamp = text === "" ? null : parseStamp(text, order);
  if (stamp !== null && stamp !== "dateOrder") return stamp;
  const where = { line: row.line, column: head.time.title, value: text };
  if (stamp === "dateOrder") issues.add({ ...where, rule: "dateOrder", message: "day and month could be either" });
  else if (text === "") issues.add({ ...where, rule: "noTime", message: "values without a time" });
  else issues.add({ ...where, rule: "time", message: "is no time" });
  return null;
}

type At = { at: number; sign: "." | "," };

function valueAt({ line, cells }: DelimitedRow, column: ValueColumn, { at, sign }: At, issues: Issues): PlacedValue[] {
  const text = cells[column.index] ?? "";
  if (isBlank(text)) return [];
  const value = valueIn(text, column, sign);
  const { title, measure, channel } = column;
  if (value !== null && Number.isFinite(value))
    return [{ line, column: title, measure, channel, statistic: "reading", at, value }];
  const rule = measure === "door" || measure === "power" ? "switch" : "number";
  issues.add({
    line,
    column: title,
    rule,
    message: rule === "number" ? "is no number" : "is neither on nor off",
    value: text,
  });
  return [];
}

/** More than a hundred lines of any logger. */
const HEAD_CHARACTERS = 64 * 1024;
const TOO_MANY_VALUES = `holds more than ${MAXIMUM_VALUES} values`;
/** One row too many is enough to tell, and the head may stand below a hundred others. */
const MOST_LINES = MAXIMUM_ROWS + 200;
const DELIMITERS = [";", "\t", ","] as const;
/** How a text of the loggers with a display and a USB plug begins: a device that names itself. */
const FRIDGE_TAG = /^\s*Device:[^\n]*\r?\n/;

/** The content of a text that may be one of several: as it was written in this or that encoding. */
export function readText(texts: readonly string[], options: ReadingOptions): LoggerContent {
  if (texts.length === 0) return refusedContent("csv", "text", "is neither text nor xlsx");
  let unclosed: number | null = null;
  let best: LoggerContent | null = null;
  for (const text of texts) {
    if (FRIDGE_TAG.test(text)) return readFridgeTag(text, options);
    for (const delimiter of DELIMITERS) {
      // Most delimiters are none of the file's: the place of its head tells without reading all of it.
      if (!findTable(readDelimited(text.slice(0, HEAD_CHARACTERS), delimiter).rows)) continue;
      const { rows, unclosedAt } = readDelimited(text, delimiter, MOST_LINES);
      const table = findTable(rows);
      if (!table) continue;
      unclosed ??= unclosedAt;
      if (unclosedAt !== null) continue;
      const content = readTable("csv", table, options);
      // A plain head reads alike in many encodings: a sign of degrees in the cells tells them apart.
      if (!best || content.issueCount < best.issueCount) best = content;
      break;
    }
    if (best?.issueCount === 0) break;
  }
  if (best) return best;
  if (unclosed === null) return refusedContent("csv", "head", "has no row with a time and a measure");
  const issues = new Issues();
  issues.add({ line: unclosed, column: "", rule: "quote", message: "a quote is never closed" });
  return contentOf("csv", [], issues, options);
}
