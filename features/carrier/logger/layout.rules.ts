import { MEASURES, type Measure } from "@/db/enums";
import { TableLayout, type TablePreview } from "@/features/telemetry/logger/layout.schema";
import { UNITS_OF } from "@/features/telemetry/logger/unit.rules";
import type { Unit } from "@/lib/units/convert";

/** What the columns of a table are as far as somebody has said. */
export type TableChoice = TablePreview["layout"];

/** The role of a column that is left out. */
export const NOTHING = "";
/** The role of a column of values whose measure another column tells by its unit. */
export const BY_UNIT = "value";

/** A measure in a unit as the value of a choice; where there is one unit alone, the measure says it. */
const roleIn = (measure: Measure, unit: Unit | null): string => {
  const units = UNITS_OF[measure];
  return units.length > 1 ? `${measure} ${unit ?? units[0]}` : measure;
};

/** The roles that a column of a measure can have: one for each unit that loggers write it in. */
export const MEASURE_ROLES: readonly { role: string; measure: Measure; unit: Unit | null }[] = MEASURES.flatMap(
  (measure) => {
    const units: readonly (Unit | null)[] = UNITS_OF[measure].length > 0 ? UNITS_OF[measure] : [null];
    return units.map((unit) => ({ role: roleIn(measure, unit), measure, unit }));
  },
);

/** What a column is, as the value of its choice. */
export function roleOf({ time, unit, value, columns }: TableChoice, index: number): string {
  if (time.includes(index)) return "time";
  if (unit === index) return "unit";
  if (value === index) return BY_UNIT;
  const column = columns.find((one) => one.index === index);
  return column ? roleIn(column.measure, column.unit) : NOTHING;
}

/** The choice with a column in another role. Sensors of one measure are numbered in the order of their columns. */
export function withRole(choice: TableChoice, index: number, role: string): TableChoice {
  const others = choice.columns.filter((one) => one.index !== index);
  const chosen = MEASURE_ROLES.find((one) => one.role === role);
  // Without a unit of its own a column is in the canonical one, unless its row tells another.
  const unit = chosen && chosen.unit !== UNITS_OF[chosen.measure][0] ? chosen.unit : null;
  const columns = chosen ? [...others, { index, measure: chosen.measure, channel: 1, unit }] : others;
  const counts = new Map<string, number>();
  const time = choice.time.filter((one) => one !== index);
  return {
    ...choice,
    // A day and its time of day, and no third column.
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

/** The layout that a choice is; null while time or measures are missing. */
export const layoutOf = (choice: TableChoice): TableLayout | null => TableLayout.safeParse(choice).data ?? null;

/**
 * What is said of the columns when a file is checked again: the choice that was made, or else what was guessed of a table
 * that nobody could tell, which is accepted by leaving it. Null where the file's titles say it, or a kept layout.
 */
export const choiceOf = (choice: TableChoice | null, table: Pick<TablePreview, "layout" | "source"> | null) =>
  choice ?? (table?.source === "none" ? table.layout : null);

/** What the columns are, for the trail; columns are counted from 1. */
export const columnsText = ({ time, columns, value }: Pick<TableChoice, "time" | "columns" | "value">): string =>
  [
    `time ${time.map((index) => index + 1).join("+")}`,
    ...(value === null ? [] : [`by unit: ${value + 1}`]),
    ...columns.map(
      ({ index, measure, channel, unit }) => `${measure} ${channel}: ${index + 1}${unit ? ` ${unit}` : ""}`,
    ),
  ].join(", ");
