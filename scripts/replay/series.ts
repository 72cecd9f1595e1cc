import { parse } from "csv-parse/sync";
import type { Measure } from "@/db/enums";
import { fromLocalInput } from "@/lib/datetime/zone";

/** One device of a file: its readings in file order. `suffix` tells several rooms or loggers of one file apart. */
export type ReplayDevice = { suffix: string; measures: Measure[]; readings: ReplayReading[] };
export type ReplayReading = { at: number; values: Partial<Record<Measure, number>> };

type Column = { name: string; suffix: string; measure: Measure; convert: (value: number) => number };

/** Column names that say measure and unit, as the files of the trade have them: `temp_f`, `temp_c_3`, `rh_pct`, `co2_ppm`. */
const COLUMNS: Record<string, { measure: Measure; convert: (value: number) => number }> = {
  temp_c: { measure: "temperature", convert: (value) => value },
  temp_f: { measure: "temperature", convert: fahrenheitToCelsius },
  rh_pct: { measure: "humidity", convert: (value) => value },
  co2_ppm: { measure: "co2", convert: (value) => value },
};

/** Time columns, by what their clock means. */
const TIMES = ["ts_utc", "ts", "ts_local", "ts_device"] as const;

/** °F to °C; exact by definition. */
export function fahrenheitToCelsius(fahrenheit: number): number {
  return ((fahrenheit - 32) * 5) / 9;
}

function columnOf(name: string): Column | null {
  const [, base = "", suffix = ""] = /^([a-z0-9_]+?)(?:_(\d+))?$/.exec(name) ?? [];
  const known = COLUMNS[base];
  return known ? { name, suffix, ...known } : null;
}

/**
 * The devices of a CSV file with a header row. Wall-clock times are read in `zone` (IANA name); times with an offset
 * keep theirs. Empty cells are skipped. Throws an Error that names the line and the column of what it cannot read.
 */
export function readSeries(text: string, zone: string): ReplayDevice[] {
  const rows = parse(text, { columns: true, skip_empty_lines: true, trim: true }) as Record<string, string>[];
  const names = Object.keys(rows[0] ?? {});
  const time = TIMES.find((name) => names.includes(name));
  const columns = names.map(columnOf).filter((column) => column !== null);
  if (!time) throw new Error(`no time column: one of ${TIMES.join(", ")} is required`);
  if (columns.length === 0)
    throw new Error(`no column with a known measure: ${Object.keys(COLUMNS).join(", ")}, optionally with _N`);

  const devices = new Map<string, ReplayDevice>();
  for (const { suffix, measure } of columns) {
    const device = devices.get(suffix) ?? { suffix, measures: [], readings: [] };
    device.measures.push(measure);
    devices.set(suffix, device);
  }
  rows.forEach((row, index) => {
    const at = instantOf(row[time] ?? "", zone);
    if (at === null) throw new Error(`line ${index + 2}, ${time}: "${row[time]}" is no time`);
    for (const device of devices.values()) {
      const values = valuesOf(columns, device.suffix, row, index + 2);
      if (Object.keys(values).length > 0) device.readings.push({ at, values });
    }
  });
  return [...devices.values()];
}

function valuesOf(columns: readonly Column[], suffix: string, row: Record<string, string>, line: number) {
  const values: Partial<Record<Measure, number>> = {};
  for (const column of columns) {
    const cell = row[column.name] ?? "";
    if (column.suffix !== suffix || cell === "") continue;
    const value = Number(cell);
    if (!Number.isFinite(value)) throw new Error(`line ${line}, ${column.name}: "${cell}" is no number`);
    values[column.measure] = column.convert(value);
  }
  return values;
}

function instantOf(cell: string, zone: string): number | null {
  // Some files leave out the zero of a day or month: 2016-03-1.
  const padded = cell.replace(/-(\d)(?=[-T ]|$)/g, "-0$1");
  const iso = padded.replace(" ", "T").replace(/([+-]\d{2})(\d{2})$/, "$1:$2");
  if (/(Z|[+-]\d{2}:\d{2})$/.test(iso)) {
    const at = Date.parse(iso);
    return Number.isNaN(at) ? null : at;
  }
  return fromLocalInput(iso, zone)?.getTime() ?? null;
}
