import type { CalibrationState, ConfigStatus, DeviceKind, DeviceUse, Measure, OnlineStatus } from "@/db/enums";
import type { DeviceCustody } from "@/db/secondment-enums";
import { isHeld } from "@/features/telemetry/ingest/holding.rules";
import { AppError, type Issue } from "@/lib/errors";

/** Of a device's name. */
export const NAME_LENGTH = 30;

/** The radio technology of a sensor; it determines the available parameters. */
export const TECHNOLOGIES = ["zigbee", "zigbee2", "lora", "zeta", "4g"] as const;
export type Technology = (typeof TECHNOLOGIES)[number];

const PREFIXES: readonly (readonly [prefix: string, technology: Technology])[] = [
  ["zigbee2", "zigbee2"],
  ["zbp", "zigbee"],
  ["lora", "lora"],
  ["zeta", "zeta"],
  ["4g", "4g"],
];

/** How the type codes of a technology begin, in lower case. */
export const prefixOf = (technology: Technology): string =>
  (PREFIXES.find(([, known]) => known === technology) as (typeof PREFIXES)[number])[0];

/** The radio technology in a sensor's type code; undefined for a custom type. */
export const technologyOf = (typeCode: string): Technology | undefined =>
  PREFIXES.find(([prefix]) => typeCode.toLowerCase().startsWith(prefix))?.[1];

/** Canonical MAC: hexadecimal digits in upper case, without separators. */
export const canonicalMac = (text: string): string => text.replaceAll(/[\s:.-]/g, "").toUpperCase();

/** Whether a canonical text is a valid MAC: 4 to 29 hexadecimal digits (specification, section 5: "under 30"). */
export const isMac = (text: string): boolean => /^[0-9A-F]{4,29}$/.test(text);

/** Whether a text is a valid serial number: letters, digits, underscores and hyphens. */
export const isSerialNumber = (text: string): boolean => /^[A-Za-z0-9][\w-]*$/.test(text);

const alphanumeric = (length: number) => new RegExp(`^[A-Za-z0-9]{${length}}$`);
const FORMATS = {
  /** 16 hexadecimal digits. */
  extPanId: /^[0-9A-Fa-f]{16}$/,
  appEui: alphanumeric(16),
  devEui: alphanumeric(10),
  appKey: alphanumeric(32),
  /** Values 0 to 31, separated by spaces. */
  channelMask: /^(?:[12]?\d|3[01])(?: (?:[12]?\d|3[01]))*$/,
  /** Values 11 to 26, separated by spaces. */
  channelList: /^(?:1[1-9]|2[0-6])(?: (?:1[1-9]|2[0-6]))*$/,
  ipv4: /^(?:(?:25[0-5]|2[0-4]\d|1?\d?\d)(?:\.(?!$)|$)){4}$/,
} as const;
export type SettingFormat = keyof typeof FORMATS;

/** Whether a text has the format (specification, section 5, "Network fields"). Lists must not repeat a channel. */
export function hasFormat(format: SettingFormat, text: string): boolean {
  if (!FORMATS[format].test(text)) return false;
  if (format !== "channelMask" && format !== "channelList") return true;
  const channels = text.split(" ").map(Number);
  return new Set(channels).size === channels.length;
}

/** Validation rule of a parameter: bounds for numbers; format or length for texts. */
export type SettingRule =
  | { type: "integer" | "decimal"; minimum: number; maximum: number }
  | { type: "text"; maximum: number }
  | { type: "format"; format: SettingFormat; isSecret?: true }
  | { type: "flag" };

/** Intervals and report intervals: 1 to 65535 seconds (specification, section 5). */
export const INTERVAL = { type: "integer", minimum: 1, maximum: 65_535 } as const;

/** All device parameters (specification, sections 3 and 5); intervals in seconds, thresholds in °C and %RH. */
export const SETTINGS = {
  nickname: { type: "text", maximum: 30 },
  sampleIntervalSeconds: INTERVAL,
  exceptionSampleIntervalSeconds: INTERVAL,
  temperatureSampleIntervalSeconds: INTERVAL,
  temperatureMinReportIntervalSeconds: INTERVAL,
  temperatureMaxReportIntervalSeconds: INTERVAL,
  temperatureChangeThreshold: { type: "decimal", minimum: 0, maximum: 327.67 },
  humiditySampleIntervalSeconds: INTERVAL,
  humidityMinReportIntervalSeconds: INTERVAL,
  humidityMaxReportIntervalSeconds: INTERVAL,
  humidityChangeThreshold: { type: "decimal", minimum: 0, maximum: 100 },
  transmitPower: { type: "integer", minimum: 0, maximum: 20 },
  channelList: { type: "format", format: "channelList" },
  channelMask: { type: "format", format: "channelMask" },
  channelPage: { type: "integer", minimum: 0, maximum: 255 },
  extPanId: { type: "format", format: "extPanId" },
  joinAttempts: { type: "integer", minimum: 0, maximum: 30 },
  networkAccessIntervalSeconds: { type: "integer", minimum: 300, maximum: 86_400 },
  gpsIntervalSeconds: { type: "integer", minimum: 1, maximum: 86_400 },
  devEui: { type: "format", format: "devEui" },
  appEui: { type: "format", format: "appEui" },
  appKey: { type: "format", format: "appKey", isSecret: true },
  ownIp: { type: "format", format: "ipv4" },
  port: { type: "integer", minimum: 1, maximum: 65_535 },
  isFlightMode: { type: "flag" },
  isGpsOn: { type: "flag" },
} as const satisfies Record<string, SettingRule>;
export type SettingName = keyof typeof SETTINGS;
export type Settings = { [N in SettingName]?: string | number | boolean };

const CLIMATE: readonly SettingName[] = [
  "temperatureSampleIntervalSeconds",
  "temperatureMinReportIntervalSeconds",
  "temperatureMaxReportIntervalSeconds",
  "temperatureChangeThreshold",
];
const HUMIDITY: readonly SettingName[] = [
  "humiditySampleIntervalSeconds",
  "humidityMinReportIntervalSeconds",
  "humidityMaxReportIntervalSeconds",
  "humidityChangeThreshold",
];
const ZIGBEE: readonly SettingName[] = ["channelList", "extPanId", "transmitPower", "networkAccessIntervalSeconds"];
const WIDE: readonly SettingName[] = [
  "channelMask",
  "channelPage",
  "extPanId",
  "joinAttempts",
  "networkAccessIntervalSeconds",
  "transmitPower",
  "devEui",
  "appEui",
  "appKey",
];
const BY_TECHNOLOGY: Record<Technology, readonly SettingName[]> = {
  zigbee: ["sampleIntervalSeconds", "exceptionSampleIntervalSeconds", ...ZIGBEE],
  zigbee2: ["sampleIntervalSeconds", "exceptionSampleIntervalSeconds", ...ZIGBEE],
  lora: [...CLIMATE, ...HUMIDITY, ...WIDE],
  zeta: [...CLIMATE, ...HUMIDITY, ...WIDE],
  "4g": ["sampleIntervalSeconds", "exceptionSampleIntervalSeconds", "gpsIntervalSeconds"],
};
const BY_KIND: Record<Exclude<DeviceKind, "sensor">, readonly SettingName[]> = {
  gateway: ["nickname", "ownIp", "port", "extPanId", "channelList", "isFlightMode", "isGpsOn"],
  display: ["nickname"],
  relay: ["nickname", "transmitPower"],
  base: ["sampleIntervalSeconds"],
  gas: ["sampleIntervalSeconds"],
  magnetism: ["sampleIntervalSeconds"],
};

const isOfMeter = (name: SettingName, typeCode: string) => typeCode.endsWith("_2") || !HUMIDITY.includes(name);

/** Parameters of a device of this kind and type, in the order of the forms. */
export function settingsOf(kind: DeviceKind, typeCode: string): readonly SettingName[] {
  if (kind !== "sensor") return BY_KIND[kind];
  const technology = technologyOf(typeCode);
  if (!technology) return ["sampleIntervalSeconds", "exceptionSampleIntervalSeconds"];
  const hasGps = typeCode.includes("gps");
  return BY_TECHNOLOGY[technology].filter(
    (name) => isOfMeter(name, typeCode) && (hasGps || name !== "gpsIntervalSeconds"),
  );
}

const issue = (name: SettingName, rule: string, message: string): Issue => ({ path: name, rule, message });
const number = (value: Settings[SettingName]) => (typeof value === "number" ? value : undefined);

/** Report intervals must enclose the sampling interval: minimum ≤ sampling ≤ maximum (specification, section 5). */
function reportIssues(settings: Settings, measure: "temperature" | "humidity"): Issue[] {
  const names = [`${measure}MinReportIntervalSeconds`, `${measure}SampleIntervalSeconds`] as const;
  const last = `${measure}MaxReportIntervalSeconds` as const;
  const [minimum, sampling, maximum] = [...names, last].map((name) => number(settings[name]));
  const issues: Issue[] = [];
  if (minimum !== undefined && maximum !== undefined && minimum > maximum)
    issues.push(issue(names[0], "minReportOverMax", "above the maximum report interval"));
  else if (minimum !== undefined && sampling !== undefined && minimum > sampling)
    issues.push(issue(names[0], "minReportOverSampling", "above the sampling interval"));
  if (sampling !== undefined && maximum !== undefined && sampling > maximum)
    issues.push(issue(last, "maxReportUnderSampling", "below the sampling interval"));
  return issues;
}

/** Issues among the parameters of a device of this kind and type; `path` is the parameter's name. */
export function settingIssues(kind: DeviceKind, typeCode: string, settings: Settings): Issue[] {
  const allowed = settingsOf(kind, typeCode);
  const given = (Object.keys(settings) as SettingName[]).filter((name) => settings[name] !== undefined);
  const issues = given
    .filter((name) => !allowed.includes(name))
    .map((name) => issue(name, "notOfType", "not a parameter of this type"));
  const [sampling, exception] = [settings.sampleIntervalSeconds, settings.exceptionSampleIntervalSeconds].map(number);
  if (sampling !== undefined && exception !== undefined && exception > sampling)
    issues.push(issue("exceptionSampleIntervalSeconds", "exceptionOverSampling", "above the sampling interval"));
  return [...issues, ...reportIssues(settings, "temperature"), ...reportIssues(settings, "humidity")];
}

/** Parameters whose values never leave the server. */
export const SECRET_SETTINGS = (Object.keys(SETTINGS) as SettingName[]).filter((name) => "isSecret" in SETTINGS[name]);

/** Parameters without secrets, for responses and for the audit trail. */
export const publicSettings = <T extends Record<string, unknown>>(settings: T): T =>
  Object.fromEntries(Object.entries(settings).filter(([name]) => !SECRET_SETTINGS.includes(name as SettingName))) as T;

type Heard = { use: DeviceUse; custody: DeviceCustody; lastSeenAt: number | null; staleAfterSeconds: number };

/**
 * Online status of a device at `now` (epoch ms): stopped if disabled or with another customer, unknown if never heard,
 * and offline if silent for longer than its report interval times the fault tolerance coefficient (`staleAfterSeconds`).
 */
export function onlineStatus({ use, custody, lastSeenAt, staleAfterSeconds }: Heard, now: number): OnlineStatus {
  if (use === "deactivated" || !isHeld(custody)) return "stopped";
  if (lastSeenAt === null) return "unknown";
  return now - lastSeenAt > staleAfterSeconds * 1000 ? "offline" : "online";
}

/** Days before expiry from which a calibration is due soon. */
export const CALIBRATION_NOTICE_DAYS = 30;

const DAY_MS = 86_400_000;

/** State of a calibration that is valid up to and including `dueOn`, on the day `today` (both `yyyy-mm-dd`). */
export function calibrationState(dueOn: string | null, today: string): CalibrationState {
  if (dueOn === null) return "none";
  const days = (Date.parse(dueOn) - Date.parse(today)) / DAY_MS;
  if (days < 0) return "expired";
  return days <= CALIBRATION_NOTICE_DAYS ? "dueSoon" : "valid";
}

/**
 * Configuration status after a change of parameters. Returning to the confirmed values restores the confirmed status.
 */
export const configStatusAfter = (settings: Settings, applied: Record<string, unknown> | null): ConfigStatus =>
  applied !== null && Object.entries(settings).every(([name, value]) => applied[name] === value)
    ? "configured"
    : "wait";

/** Measures of the device's own health. */
export const HEALTH_MEASURES = ["signal", "voltage", "battery"] as const satisfies readonly Measure[];

/** Whether a device of this kind needs a MAC: a gateway authenticates with it. */
export const needsMac = (kind: DeviceKind): boolean => kind === "gateway";

/** Whether names of this kind are unique per customer (specification, section 5, "Uniqueness"). */
export const hasUniqueName = (kind: DeviceKind): boolean => kind === "gateway" || kind === "display";

/** Control characters, bidirectional controls and invisible characters. */
const UNSHOWN = /[\p{Cc}\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff]+/gu;

/** Cleans text that a device sent, which may contain anything, for storage and display. */
export const plainText = (text: string): string => text.toWellFormed().replaceAll(UNSHOWN, " ").trim();

/** Creates an error that refers to one input field. */
export const refusal = (
  path: string,
  rule: string,
  message: string,
  code: "INVALID" | "CONFLICT" | "NOT_FOUND" = "INVALID",
  limit?: number,
): AppError =>
  new AppError(code, `${path}: ${message}`, {
    issues: [{ path, rule, message, ...(limit !== undefined && { limit }) }],
  });
