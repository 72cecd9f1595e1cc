import type { Measure } from "@/db/enums";
import type { Unit } from "@/lib/units/convert";

/**
 * What a field is sent in: a unit; a switch (1 open or on), an inverted one (true = closed); a charge, which is per cent
 * unless it is small and broken, for then it is a cell's voltage.
 */
export type Field = { measure: Measure; unit: Unit | "switch" | "inverted" | "charge" };

/** Fields by their plain names, in their order: the first of a measure counts. */
export type FieldTable = ReadonlyMap<string, Field & { rank: number }>;

type Row = readonly [Measure, Field["unit"], ...names: string[]];

/** Letters and digits alone: `air_temperature`, `airTemperature` and `air.temperature` are one name. */
const plain = (name: string): string => name.replaceAll(/[^\p{L}\p{N}]/gu, "").toLowerCase();

/** A table of these rows and, behind them, those of another one without the names given. */
export function fieldTable(
  rows: readonly Row[],
  base: FieldTable = new Map(),
  without: readonly string[] = [],
): FieldTable {
  const named = rows.flatMap(([measure, unit, ...names]) =>
    names.map((name) => [plain(name), { measure, unit }] as const),
  );
  const table = new Map<string, Field & { rank: number }>();
  for (const [name, field] of [...named, ...base])
    if (!table.has(name) && !without.includes(name)) table.set(name, { ...field, rank: table.size });
  return table;
}

const CHANNELS = 1000;
/** No known name is longer. */
const NAME_LENGTH = 60;

/** The field that a name stands for, channels behind it included: `temperature_0`, `temp1`; and which comes first. */
export function nameOf(name: string, table: FieldTable): { field: Field; rank: number } | null {
  if (name.length > NAME_LENGTH) return null;
  const whole = plain(name);
  const field = table.get(whole);
  if (field) return { field, rank: field.rank * CHANNELS };
  const [, stem = "", channel = ""] = /^(.*\D)(\d{1,2})$/.exec(whole) ?? [];
  const numbered = table.get(stem);
  return numbered ? { field: numbered, rank: numbered.rank * CHANNELS + 1 + Number(channel) } : null;
}

/**
 * What devices call their measures: the contract's own names and those of codecs in The Things Network's device repository
 * (lib/payload.json and the vendors'). Temperatures of boards, soil, water and set points are none of a room's air and
 * stand in no row.
 */
export const FIELDS = fieldTable([
  ["temperature", "°C", "temperature", "air temperature", "temp", "temperature c", "temp c", "air temp"],
  ["temperature", "°C", "temperature celsius", "ambient temperature", "ambient temp", "temperature sensor"],
  ["temperature", "°C", "sensor temperature", "probe temperature", "temp probe", "TempC_DS", "TempC_SHT"],
  ["temperature", "°F", "temperature f", "temp f", "temperature fahrenheit", "air temperature f"],
  ["temperature", "K", "temperature k", "temp k", "temperature kelvin"],
  ["humidity", "%", "humidity", "relative humidity", "air relative humidity", "air humidity", "humidity percent"],
  ["humidity", "%", "humidity percentage", "humidity sensor", "rh", "rh pct", "hum", "Hum_SHT"],
  ["co2", "ppm", "co2", "air co2", "co2 ppm", "co2 concentration", "co2 filtered"],
  ["gas", "ppm", "gas", "gas ppm", "gas concentration"],
  ["door", "switch", "door", "door open", "is door open", "door status", "door state", "door open status"],
  ["door", "switch", "magnet status", "magnet"],
  ["power", "switch", "power", "power on", "mains", "mains power", "external power", "ac power"],
  ["battery", "charge", "battery"],
  ["battery", "%", "battery level", "battery percent", "battery percentage", "battery capacity percentage"],
  ["battery", "%", "batt", "bat", "battery pct"],
  ["voltage", "V", "voltage", "battery voltage", "batt voltage", "battery v", "bat v", "vbat"],
  ["voltage", "mV", "battery mv", "bat mv", "batt mv", "voltage mv"],
  ["signal", "dBm", "signal", "rssi", "rssi dbm", "signal dbm", "signal strength"],
]);

/** Names in radio networks and homes, where the power is one in watts. */
export const RADIO_FIELDS = fieldTable([], FIELDS, ["power"]);
