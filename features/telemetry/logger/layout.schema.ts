import { z } from "zod";
import { MEASURES } from "@/db/enums";
import { UNITS } from "@/lib/units/convert";
import { isUnitOf } from "./unit.rules";

export const DELIMITERS = [";", "\t", ",", "|"] as const;
/** Maximum number of columns of a table. */
export const MAXIMUM_COLUMNS = 200;

const Index = z
  .number()
  .int()
  .min(0)
  .max(MAXIMUM_COLUMNS - 1);

/** The columns of a table as given by a user: the line of titles (0: none), the time, and the measures. */
export const TableLayout = z
  .strictObject({
    delimiter: z.enum(DELIMITERS),
    headLine: z.number().int().min(0).max(1000),
    /** One column, or a date column and a time column. */
    time: z.array(Index).min(1).max(2),
    /** The column with the unit of each row. */
    unit: Index.nullable().default(null),
    /** The column of values whose measure follows from that unit. */
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

/** The first rows of a table, and its layout; time or columns are empty while unknown. */
export type TablePreview = {
  rows: { line: number; cells: string[] }[];
  width: number;
  layout: Omit<TableLayout, "delimiter"> & { delimiter: string };
  /** Where the layout comes from: titles, a layout stored for the same shape, or the user. */
  source: "titles" | "kept" | "given" | "none";
  /** Identifies files of one kind: the titles, or the width without titles. */
  shape: string;
  /** The line of titles in lower case; null without one. A stored layout finds the line by it. */
  titles: string[] | null;
  /** The first lines of the footer, such as a minimum, and their number; they are not read as values. */
  footer: string[];
  footerCount: number;
};
