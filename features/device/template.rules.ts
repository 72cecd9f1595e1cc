import type { DeviceKind, DeviceUse } from "@/db/enums";
import { SECRET_SETTINGS, SETTINGS, type SettingName, type SettingRule, settingsOf } from "./device.rules";
import { SHIPPED_DEVICE_TYPES } from "./type/rules";

/** How cells of a column are interpreted: as one of given values, or as text, number or day. */
export type ColumnValues = "type" | "use" | "flag" | "text";
export type ImportColumn = {
  /** Path of the field in the input of the kind; `gateway` and `scene` refer to other records. */
  key: string;
  isRequired: boolean;
  values: ColumnValues;
  /** Width in characters. */
  width: number;
};

/** Uses of a new device; it can only be disabled later (specification, section 4). */
export const IMPORT_USES: readonly DeviceUse[] = ["activated", "unactivated"];

const column = (key: string, width: number, rest: Partial<ImportColumn> = {}): ImportColumn => ({
  key,
  isRequired: false,
  values: "text",
  width,
  ...rest,
});

/** Parameters of any shipped type of the kind, in the order of the forms. */
function settingsOfKind(kind: DeviceKind): SettingName[] {
  const types = SHIPPED_DEVICE_TYPES.filter((type) => type.kind === kind);
  const offered = new Set(types.flatMap(({ code }) => settingsOf(kind, code)));
  return (Object.keys(SETTINGS) as SettingName[]).filter((name) => offered.has(name));
}

/**
 * Titles that columns had in templates of earlier versions, in all languages, by the keys of the columns: files made from
 * these templates are still read. Whoever changes a title adds the former one.
 */
export const FORMER_TITLES: Readonly<Record<string, readonly string[]>> = {
  typeCode: ["タイプ"],
  scene: ["组织架构", "Organisation node", "組織ノード"],
  use: ["Use"],
  reportIntervalSeconds: ["報告間隔（秒）"],
  utcOffsetHours: ["タイムゾーン（UTC からの時間）"],
  "settings.nickname": ["Apodo"],
  "settings.exceptionSampleIntervalSeconds": ["Sampling interval in an exception (s)"],
  "settings.temperatureMinReportIntervalSeconds": ["温度：最小報告間隔（秒）"],
  "settings.temperatureMaxReportIntervalSeconds": ["温度：最大報告間隔（秒）"],
  "settings.humidityMinReportIntervalSeconds": ["湿度：最小報告間隔（秒）"],
  "settings.humidityMaxReportIntervalSeconds": ["湿度：最大報告間隔（秒）"],
  "settings.channelList": ["チャンネル一覧"],
  "settings.channelMask": ["チャンネルマスク"],
  "settings.channelPage": ["チャンネルページ"],
  "settings.networkAccessIntervalSeconds": ["ネットワーク接続間隔（秒）"],
  "settings.gpsIntervalSeconds": ["GPS 間隔（秒）", "GPS間隔（秒）"],
  "settings.ownIp": ["自身の IP", "自身のIP"],
  "settings.isGpsOn": ["GPS オン"],
};

/** Whether the values of a column are yes or no. */
export const isFlag = (key: string): boolean =>
  key.startsWith("settings.") && SETTINGS[key.slice("settings.".length) as SettingName]?.type === "flag";

/** The columns of a kind's template. */
export const importColumns = (kind: DeviceKind): readonly ImportColumn[] => [
  column("serialNumber", 22, { isRequired: true }),
  column("name", 24, { isRequired: true }),
  column("typeCode", 28, { isRequired: true, values: "type" }),
  column("mac", 22, { isRequired: kind === "gateway" }),
  ...(kind === "gateway" ? [] : [column("gateway", 22)]),
  column("scene", 28),
  column("description", 30),
  column("use", 18, { values: "use" }),
  column("reportIntervalSeconds", 18),
  column("utcOffsetHours", 16),
  column("calibrationDueOn", 18),
  ...settingsOfKind(kind).map((name) =>
    column(`settings.${name}`, 20, isFlag(`settings.${name}`) ? { values: "flag" } : {}),
  ),
];

/** Message key of a column's hint (in the `hint` messages), with its bounds. */
export function hintFor(key: string): { words: string; minimum?: number; maximum?: number } {
  if (!key.startsWith("settings.")) return { words: key };
  const rule: SettingRule = SETTINGS[key.slice("settings.".length) as SettingName];
  switch (rule.type) {
    case "integer":
    case "decimal":
      return { words: rule.type, minimum: rule.minimum, maximum: rule.maximum };
    case "text":
      return { words: "text", maximum: rule.maximum };
    case "format":
      return { words: `format.${rule.format}` };
    case "flag":
      return { words: "flag" };
  }
}

const EXAMPLES: Record<string, string> = {
  serialNumber: "00012345",
  name: "A-03",
  mac: "00124B0014D2A1B0",
  gateway: "GW-00012",
  scene: "A/B/C",
  reportIntervalSeconds: "300",
  utcOffsetHours: "8",
  calibrationDueOn: "2027-06-30",
  extPanId: "00124B0014D2A1B0",
  appEui: "70B3D57ED0000001",
  devEui: "70B3D57ED0",
  appKey: "0123456789ABCDEF0123456789ABCDEF",
  channelMask: "0 1 2",
  channelList: "11 15 20",
  ipv4: "192.168.1.10",
};

/** Example value of a column for the guide; a common number if there is no better one. */
export function exampleOf(key: string): string {
  const name = key.slice(key.indexOf(".") + 1);
  const { words, minimum = 0, maximum = 0 } = hintFor(key);
  const known = EXAMPLES[name] ?? EXAMPLES[words.slice(words.indexOf(".") + 1)];
  if (known !== undefined || words === "description" || words === "text") return known ?? "";
  return String(Math.max(minimum, Math.min(maximum, words === "decimal" ? 0.5 : maximum > 300 ? 300 : 8)));
}

/** Whether the values of a column are secret. */
export const isSecretColumn = (key: string): boolean => SECRET_SETTINGS.some((name) => key === `settings.${name}`);

/** Separates code and name in a drop-down. */
export const CHOICE_SEPARATOR = " · ";
