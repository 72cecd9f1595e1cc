import type { Measure } from "@/db/enums";
import { channelOf, measureOf, probeKey } from "@/features/telemetry/ingest/channel.rules";
import type { ProbeKey } from "@/features/telemetry/ingest/ingest.schema";
import type { Unit } from "@/lib/units/convert";

/**
 * Unit in which a field is sent: a unit; "switch" (1 is open or on); "inverted" (true is closed); "charge": per cent,
 * but a small fraction is a cell's voltage; "cell": as "charge", but small whole numbers are volts too.
 */
export type Field = { measure: Measure; unit: Unit | "switch" | "inverted" | "charge" | "cell"; channel: string };

/** Fields by plain name, with their rank: of several fields of a measure, the lowest rank counts. */
export type FieldTable = ReadonlyMap<string, Field & { rank: number }>;

type Row = readonly [ProbeKey, Field["unit"], ...names: string[]];

/**
 * Letters and digits only, in lower case: `air_temperature`, `airTemperature` and `air.temperature` have the same plain
 * name.
 */
export const plain = (name: string): string => name.replaceAll(/[^\p{L}\p{N}]/gu, "").toLowerCase();

/** Builds a table of these rows, followed by the rows of another table except the given names. */
export function fieldTable(
  rows: readonly Row[],
  base: FieldTable = new Map(),
  without: readonly string[] = [],
): FieldTable {
  const named = rows.flatMap(([key, unit, ...names]) =>
    names.map((name) => [plain(name), { measure: measureOf(key), unit, channel: channelOf(key) }] as const),
  );
  const table = new Map<string, Field & { rank: number }>();
  for (const [name, field] of [...named, ...base])
    if (!table.has(name) && !without.includes(name)) table.set(name, { ...field, rank: table.size });
  return table;
}

const CHANNELS = 1000;
/** No known name is longer. */
const NAME_LENGTH = 60;

/** In other networks' scans these are numbered, and none of them is the device's own signal. */
const UNNUMBERED = new Set<Measure>(["signal"]);

/** The field of a name, with its rank. A number after the name is a channel: `temperature_0`, `temp1`. */
export function nameOf(name: string, table: FieldTable): { field: Field; rank: number } | null {
  if (name.length > NAME_LENGTH) return null;
  const whole = plain(name);
  const field = table.get(whole);
  if (field) return { field, rank: field.rank * CHANNELS };
  const [, stem = "", channel = ""] = /^(.*\D)(\d{1,2})$/.exec(whole) ?? [];
  const numbered = table.get(stem);
  if (!numbered || UNNUMBERED.has(numbered.measure)) return null;
  const own = numbered.channel === "" ? String(Number(channel)) : `${numbered.channel}${Number(channel)}`;
  return { field: { ...numbered, channel: own }, rank: numbered.rank * CHANNELS + 1 + Number(channel) };
}

/** The probe key of a field. */
export const keyOfField = ({ measure, channel }: Field): ProbeKey => probeKey(measure, channel);

/**
 * Lists of these names are the history of one sensor, newest value first (comtac, E1446-CM-4, after which ELEMENT IoT's
 * parser of the LPN CM4 dates them backwards). Any other list is no value.
 */
const HISTORIES = new Set(["tempnow", "humnow"]);
export const isHistory = (name: string): boolean => HISTORIES.has(plain(name));

/**
 * Values that manufacturers send for a missing value, in canonical units: limits of 16-bit numbers, plain and in tenths
 * and hundredths (0x7FFF, 0x8000, 0xFFFF; 0xFFF of Dragino's 12 bits), and −127 for a disconnected DS18B20
 * (DallasTemperature, DEVICE_DISCONNECTED_C).
 */
const TEMPERATURE_FAULTS = [32767, -32768, 65535, 3276.7, -3276.8, 6553.5, 327.67, -327.68, 655.35, -127];
const FAULTS: Partial<Record<Measure, readonly number[]>> = {
  temperature: TEMPERATURE_FAULTS,
  humidity: [32767, -32768, 65535, 3276.7, -3276.8, 6553.5, 327.67, -327.68, 655.35, 409.5],
  co2: [65535, 32767],
};
/** Value of a DS18B20 before its first measurement after power-on (Maxim, DS18B20 data sheet, table 1). */
const POWER_ON_CELSIUS = 85;
const IS_DS18B20 = /tempcds|ds18b20|temp(red|white|black)$/;
/** Temperatures of other sensors in a device with a DS18B20. */
const IS_OTHER_SENSOR = /sht|tmp117|internal|^int/;

/**
 * Whether a message says that its temperatures come from a DS18B20: by Dragino's `Work_mode` (`DS18B20`, `3DS18B20`, …)
 * or a sensor name.
 */
export const namesDs18b20 = (raw: unknown): boolean =>
  typeof raw === "string" && raw.length <= NAME_LENGTH && /ds18b20/i.test(raw);

/** Tolerance for fault values: the largest error of a conversion from Fahrenheit sent in hundredths. */
const SAME = 0.006;

/**
 * Whether a value in canonical units, of the field of this name, is a fault of its probe. `hasDs18b20`: the message
 * says that it comes from one.
 */
export function isFault(name: string, measure: Measure, value: number, hasDs18b20 = false): boolean {
  const faults = FAULTS[measure] ?? [];
  if (faults.some((fault) => Math.abs(value - fault) <= SAME)) return true;
  if (measure !== "temperature" || value !== POWER_ON_CELSIUS) return false;
  const written = plain(name);
  return IS_DS18B20.test(written) || (hasDs18b20 && !IS_OTHER_SENSOR.test(written));
}

/**
 * Field names of devices: the contract's own, and those of codecs in The Things Network's device repository
 * (lib/payload.json and the vendors'). Temperatures of boards, soil, water and set points are not air temperatures and
 * have no row.
 */
export const FIELDS = fieldTable([
  ["temperature", "°C", "temperature", "air temperature", "temp", "temperature c", "temp c", "air temp"],
  ["temperature", "°C", "temperature celsius", "ambient temperature", "ambient temp", "temperature sensor"],
  ["temperature", "°C", "sensor temperature", "temperature chn", "temp channel", "temp now"],
  [
    "temperature.external",
    "°C",
    "TempC_DS",
    "TempC_DS18B20",
    "TempC_TMP117",
    "external temperature",
    "ext temperature",
  ],
  ["temperature.external", "°C", "temperature external", "temperature ext", "ext temp", "temp ext"],
  ["temperature.external", "°C", "probe temperature", "temperature probe", "temp probe"],
  ["temperature.red", "°C", "temp red"],
  ["temperature.white", "°C", "temp white"],
  ["temperature.black", "°C", "temp black"],
  ["temperature.internal", "°C", "TempC_SHT", "internal temperature", "int temperature", "temperature internal"],
  ["temperature", "°F", "temperature f", "temp f", "temperature fahrenheit", "air temperature f"],
  ["temperature", "K", "temperature k", "temp k", "temperature kelvin"],
  ["humidity", "%", "humidity", "relative humidity", "air relative humidity", "air humidity", "humidity percent"],
  ["humidity", "%", "humidity percentage", "humidity sensor", "rh", "rh pct", "hum", "humi", "hygro", "hygrometry"],
  ["humidity", "%", "hum now"],
  ["humidity.external", "%", "Ext_Hum_SHT", "external humidity", "ext humidity", "humidity external"],
  ["humidity.internal", "%", "Hum_SHT", "internal humidity", "int humidity", "humidity internal"],
  ["co2", "ppm", "co2", "air co2", "co2 ppm", "co2 concentration", "co2 filtered"],
  ["gas", "ppm", "gas", "gas ppm", "gas concentration"],
  ["door", "switch", "door", "door open", "is door open", "door status", "door state", "door open status"],
  ["door", "switch", "magnet status", "magnet", "magnet chn"],
  ["power", "switch", "power", "power on", "mains", "mains power", "external power", "ac power"],
  ["battery", "charge", "battery", "battery level"],
  ["battery", "cell", "batt", "bat"],
  ["battery", "%", "battery percent", "battery percentage", "battery capacity percentage", "battery pct", "bat level"],
  ["voltage", "V", "voltage", "volt", "bat voltage", "battery voltage", "batt voltage", "battery v", "bat v", "vbat"],
  ["voltage", "mV", "battery mv", "bat mv", "batt mv", "voltage mv"],
  ["signal", "dBm", "signal", "rssi", "rssi dbm", "signal dbm", "signal strength"],
]);

/** Field names in radio networks and homes, where `power` is in watts and therefore left out. */
export const RADIO_FIELDS = fieldTable([], FIELDS, ["power"]);

/** `contact` true is closed; voltages are in mV (zigbee2mqtt.io, exposes). */
const ZIGBEE_FIELDS = fieldTable(
  [
    ["door", "inverted", "contact"],
    ["voltage", "mV", "voltage"],
    ["battery", "%", "battery"],
  ],
  RADIO_FIELDS,
);

/** `batt` is a percentage, as in Traccar; `power` of a vehicle is its on-board voltage. */
const VEHICLE_FIELDS = fieldTable([["battery", "%", "batt"]], FIELDS, ["power"]);

/** ChirpStack's own battery level is a percentage, however small (integration.proto, StatusEvent). */
const STATUS_FIELDS = fieldTable([["battery", "%", "battery level"]], RADIO_FIELDS);

/** Tables by reader. A device's last messages are tried with the table of their reader. */
export const TABLES = {
  contract: FIELDS,
  radio: RADIO_FIELDS,
  zigbee: ZIGBEE_FIELDS,
  vehicle: VEHICLE_FIELDS,
  status: STATUS_FIELDS,
} as const satisfies Record<string, FieldTable>;
export type Reader = keyof typeof TABLES;

/** Default reader of an adapter, for messages that do not name one. */
const READERS: Readonly<Record<string, Reader>> = {
  tts: "radio",
  chirpstack: "radio",
  zigbee2mqtt: "zigbee",
  osmand: "vehicle",
  thingsboard: "contract",
  influx: "contract",
};
export const readerOf = (adapter: string): Reader => READERS[adapter] ?? "contract";
