import "server-only";
import { MEASURES, type Measure } from "@/db/enums";
import { loadMessages } from "@/lib/i18n/load-messages";
import { LOCALES } from "@/lib/i18n/routing";
import { textsOf } from "@/lib/spreadsheet/delimited";
import { type CellIssue, readRecords, type SheetRecord } from "@/lib/spreadsheet/read-records";
import { unitOf } from "@/lib/units/format";
import { contentOf, Issues, MAXIMUM_ROWS, type ReadingOptions } from "../logger-content/rules";
import type { TableHead, ValueColumn } from "../logger-table/rules";
import { readTable, readText } from "./rules";
import type { LoggerContent } from "./schema";

/** What is read of a workbook. */
const LIMITS = {
  rows: MAXIMUM_ROWS,
  columns: 60,
  cellLength: 200,
  unpackedBytes: 128 * 1024 * 1024,
  textCharacters: 16 * 1024 * 1024,
};
/** Sensors of one measure in a workbook. */
const CHANNELS = 8;
const TIME_KEY = "logger.time";
const keyOf = (measure: Measure, channel: number) => `logger.${measure}.${channel}`;

type Titles = { time: string; measure: Record<Measure, string> };

async function titlesIn(locale: (typeof LOCALES)[number]): Promise<Titles> {
  const messages = (await loadMessages(locale)) as unknown as {
    history: { measure: Record<Measure, string>; logger: { template: { time: string } } };
  };
  return { time: messages.history.logger.template.time, measure: messages.history.measure };
}

/** How a column of the template is called: the measure, which of several sensors, and the unit. */
export function columnTitle(name: string, measure: Measure, channel: number): string {
  const unit = unitOf(measure);
  return `${name}${channel > 1 ? ` ${channel}` : ""}${unit ? ` (${unit})` : ""}`;
}

/** The keys of a template's columns, which stand in its hidden row. */
export const TEMPLATE_KEYS = { time: TIME_KEY, value: keyOf };

const columns = MEASURES.flatMap((measure) =>
  Array.from({ length: CHANNELS }, (_, index) => ({ measure, channel: index + 1 })),
);

/** What a file holds, whatever it is: an xlsx of the template, a logger's own text, or a table of text. */
export async function readLoggerFile(bytes: Uint8Array, options: ReadingOptions): Promise<LoggerContent> {
  const isArchive = [0x50, 0x4b, 0x03, 0x04].every((byte, index) => bytes[index] === byte);
  return isArchive ? readWorkbook(bytes, options) : readText(textsOf(bytes), options);
}

async function readWorkbook(bytes: Uint8Array, options: ReadingOptions): Promise<LoggerContent> {
  const titles = await Promise.all(LOCALES.map(titlesIn));
  const { records, issues, letters } = await readRecords(bytes, {
    limits: LIMITS,
    columns: [
      { key: TIME_KEY, isRequired: true, titles: [TIME_KEY, ...titles.map(({ time }) => time)] },
      ...columns.map(({ measure, channel }) => ({
        key: keyOf(measure, channel),
        isRequired: false,
        titles: [
          keyOf(measure, channel),
          ...titles.flatMap(({ measure: names }) => [
            columnTitle(names[measure], measure, channel),
            `${names[measure]}${channel > 1 ? ` ${channel}` : ""}`,
          ]),
        ],
      })),
    ],
  });
  const gathered = new Issues();
  for (const issue of issues) gathered.add(lineOf(issue));
  if (issues.length > 0) return contentOf("xlsx", [], gathered, options);
  const head = headOf(letters);
  if (head.columns.length === 0) {
    gathered.addWhole("head", "has no column of a measure");
    return contentOf("xlsx", [], gathered, options);
  }
  return readTable("xlsx", { head, rows: records.map(rowOf(head)) }, options, gathered);
}

function lineOf({ cell, field: _, ...issue }: CellIssue) {
  const [, letters = "", row = "0"] = /^([A-Z]+)(\d+)$/.exec(cell) ?? [];
  return { ...issue, line: Number(row), column: letters };
}

/** The head of a workbook's table: its columns are called by their letters, as one finds them. */
function headOf(letters: Readonly<Record<string, string>>): TableHead {
  const found = columns.flatMap(({ measure, channel }): Omit<ValueColumn, "index">[] => {
    const title = letters[keyOf(measure, channel)];
    return title === undefined ? [] : [{ title, measure, channel, isNumbered: channel > 1, unit: null }];
  });
  return {
    line: 0,
    time: { indexes: [0], title: letters[TIME_KEY] ?? "" },
    timeZone: null,
    columns: found.map((column, index) => ({ ...column, index: index + 1 })),
    width: found.length + 1,
    spare: [],
    ignored: [],
  };
}

const rowOf =
  ({ columns: found }: TableHead) =>
  ({ row, values }: SheetRecord) => ({
    line: row,
    cells: [values[TIME_KEY] ?? "", ...found.map(({ measure, channel }) => values[keyOf(measure, channel)] ?? "")],
  });
