import { z } from "zod";
import { MEASURES } from "@/db/enums";
import { UNITS } from "@/lib/units/convert";
import { isUnitOf } from "./unit.rules";

export const DELIMITERS = [";", "\t", ",", "|"] as const;
/** Columns of a table that can be told apart. */
export const MAXIMUM_COLUMNS = 200;

const Index = z
  .number()
  .int()
  .min(0)
  .max(MAXIMUM_COLUMNS - 1);

/** What the columns of a table are, as somebody said: where its titles are (0: nowhere), its time, and its measures. */
export const TableLayout = z
  .strictObject({
    delimiter: z.enum(DELIMITERS),
    headLine: z.number().int().min(0).max(1000),
    /** One column, or that of the day and that of its time. */
    time: z.array(Index).min(1).max(2),
    /** The column that tells the unit of each row. */
    unit: Index.nullable().default(null),
    /** The column of values whose measure that unit tells. */
    value: Index.nullable().default(null),
    columns: z
      .array(
        z.strictObject({
          index: Index,
          measure: z.enum(MEASURES),
          channel: z.number().int().min(1).max(99),
          unit: z.enum(UNITS).nullable().default(null),
        }),
      )
      .max(60),
  })
  .superRefine(({ time, unit, value, columns }, context) => {
    const isByUnit = unit !== null && value !== null;
    if (columns.length === 0 && !isByUnit)
      context.addIssue({ code: "custom", path: ["columns"], params: { rule: "required" }, message: "no measure" });
    if (value !== null && (unit === null || columns.length > 0))
      context.addIssue({
        code: "custom",
        path: ["value"],
        params: { rule: "invalid" },
        message: "a measure by the unit of the row takes a column of units and no other measure",
      });
    const seen = new Set<number>();
    const once = (index: number, path: (string | number)[]) => {
      if (seen.has(index))
        context.addIssue({ code: "custom", path, params: { rule: "listed" }, message: "a column is one thing only" });
      seen.add(index);
    };
    time.forEach((index, place) => {
      once(index, ["time", place]);
    });
    if (unit !== null) once(unit, ["unit"]);
    if (value !== null) once(value, ["value"]);
    const sensors = new Set<string>();
    columns.forEach(({ index, measure, channel, unit: own }, place) => {
      once(index, ["columns", place, "index"]);
      const sensor = `${measure} ${channel}`;
      if (sensors.has(sensor))
        context.addIssue({
          code: "custom",
          path: ["columns", place, "channel"],
          params: { rule: "listed" },
          message: "two columns of one sensor",
        });
      sensors.add(sensor);
      if (own !== null && !isUnitOf(measure, own))
        context.addIssue({
          code: "custom",
          path: ["columns", place, "unit"],
          params: { rule: "invalid" },
          message: `${measure} is not measured in ${own}`,
        });
    });
  });
export type TableLayout = z.output<typeof TableLayout>;

/** The first rows of a table, and how they are read; without a time or columns where nobody can tell yet. */
export type TablePreview = {
  rows: { line: number; cells: string[] }[];
  width: number;
  layout: Omit<TableLayout, "delimiter"> & { delimiter: string };
  /** By what the columns are known: their titles, what was said of the same shape before, or was said now. */
  source: "titles" | "kept" | "given" | "none";
  /** The same for every file of a kind: its titles, or where it has none its width. */
  shape: string;
  /** What stands in the line of titles, in small letters; null without one. By them a kept layout finds it again. */
  titles: string[] | null;
  /** Lines below the table that tell of it, such as its minimum: the first of them, and how many; left out. */
  footer: string[];
  footerCount: number;
};
