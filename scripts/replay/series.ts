import type { Measure } from "@/db/enums";
import { parseStamp } from "@/features/telemetry/logger/clock.rules";
import { findTable, isBlank, timeTextOf, valueIn } from "@/features/telemetry/logger/table.rules";
import type { ValueColumn } from "@/features/telemetry/logger/title.rules";
import { fromLocalInput } from "@/lib/datetime/zone";
import { type DelimitedRow, readDelimited } from "@/lib/spreadsheet/delimited";

/** One device of a file with its readings in file order; `suffix` distinguishes rooms or loggers of one file. */
export type ReplayDevice = { suffix: string; measures: Measure[]; readings: ReplayReading[] };
export type ReplayReading = { at: number; values: Partial<Record<Measure, number>> };

const suffixOf = ({ isNumbered, channel }: ValueColumn): string => (isNumbered ? String(channel) : "");

/**
 * Parses the devices of a CSV file by the channels of its columns. Wall-clock times are read in `zone` (IANA name).
 * Times that the zone skips are shifted later, as a live device would have sent them. Throws an Error with line and
 * column if a value cannot be parsed.
 */
export function readSeries(text: string, zone: string): ReplayDevice[] {
  const table = findTable(readDelimited(text, ",").rows);
  if (!table || table.head.columns.length === 0)
    throw new Error("no head with a time column and a column with a known measure");
  const { head, rows } = table;
  const devices = new Map<string, ReplayDevice>();
  for (const column of head.columns) {
    const suffix = suffixOf(column);
    const device = devices.get(suffix) ?? { suffix, measures: [], readings: [] };
    device.measures.push(column.measure);
    devices.set(suffix, device);
  }
  for (const row of rows) {
    const time = timeTextOf(row, head);
    const at = instantOf(time, head.timeZone ?? zone);
    if (at === null) throw new Error(`line ${row.line}, ${head.time.title}: "${time}" is no time`);
    for (const device of devices.values()) {
      const values = valuesOf(
        head.columns.filter((column) => suffixOf(column) === device.suffix),
        row,
      );
      if (Object.keys(values).length > 0) device.readings.push({ at, values });
    }
  }
  return [...devices.values()];
}

function valuesOf(columns: readonly ValueColumn[], { line, cells }: DelimitedRow) {
  const values: Partial<Record<Measure, number>> = {};
  for (const column of columns) {
    const cell = cells[column.index] ?? "";
    if (isBlank(cell)) continue;
    const value = valueIn(cell, column, ".");
    if (value === null) throw new Error(`line ${line}, ${column.title}: "${cell}" is no number`);
    values[column.measure] = value;
  }
  return values;
}

function instantOf(text: string, zone: string): number | null {
  const stamp = parseStamp(text, null);
  if (stamp === null || stamp === "dateOrder") return null;
  if ("at" in stamp) return stamp.at;
  return fromLocalInput(new Date(stamp.wall).toISOString().slice(0, 19), zone)?.getTime() ?? null;
}
