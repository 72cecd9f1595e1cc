import { MEASURES, type Measure } from "@/db/enums";
import { TableLayout, type TablePreview } from "@/features/telemetry/logger/layout.schema";
import { UNITS_OF } from "@/features/telemetry/logger/unit.rules";
import type { Unit } from "@/lib/units/convert";

/** The roles of a table's columns, as far as they are known. */
export type TableChoice = TablePreview["layout"];

/** Role of an ignored column. */
export const NOTHING = "";
/** Role of a value column whose measure follows from the unit in another column. */
export const BY_UNIT = "value";

/** Choice value for a measure in a unit; measures with a single unit omit it. */
const roleIn = (measure: Measure, unit: Unit | null): string => {
  const units = UNITS_OF[measure];
  return units.length > 1 ? `${measure} ${unit ?? units[0]}` : measure;
};

/** The roles of a measure column: one per unit that loggers use. */
export const MEASURE_ROLES: readonly { role: string; measure: Measure; unit: Unit | null }[] = MEASURES.flatMap(
  (measure) => {
    const units: readonly (Unit | null)[] = UNITS_OF[measure].length > 0 ? UNITS_OF[measure] : [null];
    return units.map((unit) => ({ role: roleIn(measure, unit), measure, unit }));
  },
);

/** The role of a column, as choice value. */
export function roleOf({ time, unit, value, columns }: TableChoice, index: number): string {
  if (time.includes(index)) return "time";
  if (unit === index) return "unit";
  if (value === index) return BY_UNIT;
  const column = columns.find((one) => one.index === index);
  return column ? roleIn(column.measure, column.unit) : NOTHING;
}

/** Assigns another role to a column. Channels of a measure are numbered in column order. */
export function withRole(choice: TableChoice, index: number, role: string): TableChoice {
  const others = choice.columns.filter((one) => one.index !== index);
  const chosen = MEASURE_ROLES.find((one) => one.role === role);
  // A column without a unit uses the canonical one, unless its row names another.
  const unit = chosen && chosen.unit !== UNITS_OF[chosen.measure][0] ? chosen.unit : null;
  const columns = chosen ? [...others, { index, measure: chosen.measure, channel: 1, unit }] : others;
  const counts = new Map<string, number>();
  const time = choice.time.filter((one) => one !== index);
  return {
    ...choice,
    // Date and time of day may be separate columns; there is no third.
    time: role === "time" ? [...time, index].sort((a, b) => a - b).slice(-2) : time,
    unit: role === "unit" ? index : choice.unit === index ? null : choice.unit,
    value: role === BY_UNIT ? index : choice.value === index ? null : choice.value,
    columns: columns
      .sort((a, b) => a.index - b.index)
      .map((column) => {
        const channel = (counts.get(column.measure) ?? 0) + 1;
        counts.set(column.measure, channel);
        return { ...column, channel };
      }),
  };
}

/** The layout of a choice; null while time or measures are missing. */
export const layoutOf = (choice: TableChoice): TableLayout | null => TableLayout.safeParse(choice).data ?? null;

/**
 * The columns submitted when a file is checked again: the user's choice, otherwise the guess for a table of unknown
 * layout, which the user accepts by leaving it unchanged. Null if titles or a saved layout define the columns.
 */
export const choiceOf = (choice: TableChoice | null, table: Pick<TablePreview, "layout" | "source"> | null) =>
  choice ?? (table?.source === "none" ? table.layout : null);

/** The columns as text for the audit trail; numbered from 1. */
export const columnsText = ({ time, columns, value }: Pick<TableChoice, "time" | "columns" | "value">): string =>
  [
    `time ${time.map((index) => index + 1).join("+")}`,
    ...(value === null ? [] : [`by unit: ${value + 1}`]),
    ...columns.map(
      ({ index, measure, channel, unit }) => `${measure} ${channel}: ${index + 1}${unit ? ` ${unit}` : ""}`,
    ),
  ].join(", ");
