import type { CarrierType } from "@/db/enums";
import { AppError, type Issue } from "@/lib/errors";
import type { MonitorStatus } from "./monitoring/point-state.rules";

/** What is stored in a carrier, in the order in which ranges for it are offered. */
export const GOODS = ["medicine", "blood", "food"] as const;

/** Abnormality of a carrier (specification, section 4). */
export const ABNORMALITIES = ["normal", "abnormal", "stop"] as const;
export type Abnormality = (typeof ABNORMALITIES)[number];

/** Longest name, in characters. */
export const NAME_LENGTH = 30;
export const DESCRIPTION_LENGTH = 250;
/** Maximum rows of custom label extension info, and their lengths. */
export const EXTENSION_ROWS = 20;
export const EXTENSION_NAME_LENGTH = 30;
export const EXTENSION_VALUE_LENGTH = 100;

/** Chinese commas, and every mid-height bar of keyboards and other systems. */
const FORBIDDEN_IN_NAMES = /[，、\-－‐-―−﹣]/;

/** Whether a text is a valid name of a monitoring point: without Chinese commas and middle bars. */
export const isPointName = (name: string): boolean => !FORBIDDEN_IN_NAMES.test(name);

/** A type-specific number or text; `maximum` is the largest number, or the longest text. */
export type Attribute = { kind: "text" | "number"; maximum: number; unit?: "L" | "m" | "m²" | "m³" };

const equipment = {
  manufacturer: { kind: "text", maximum: 50 },
  model: { kind: "text", maximum: 50 },
  equipmentNumber: { kind: "text", maximum: 50 },
} as const satisfies Record<string, Attribute>;
const cabinet = { volumeLitres: { kind: "number", maximum: 100_000, unit: "L" }, ...equipment } as const;
const room = {
  areaSquareMetres: { kind: "number", maximum: 1_000_000, unit: "m²" },
  volumeCubicMetres: { kind: "number", maximum: 10_000_000, unit: "m³" },
  heightMetres: { kind: "number", maximum: 100, unit: "m" },
} as const;

/** The type-specific fields, in addition to those of all types. */
export const ATTRIBUTES = {
  incubator: cabinet,
  refrigerator: cabinet,
  vehicle: {
    plateNumber: { kind: "text", maximum: 20 },
    volumeCubicMetres: { kind: "number", maximum: 1000, unit: "m³" },
    ...equipment,
  },
  refrigeratory: { ...room, ...equipment },
  warehouse: room,
  store: {
    address: { kind: "text", maximum: 255 },
    contact: { kind: "text", maximum: 30 },
    phone: { kind: "text", maximum: 20 },
    areaSquareMetres: room.areaSquareMetres,
  },
  other: equipment,
} as const satisfies Record<CarrierType, Record<string, Attribute>>;

type KeysOf<T> = T extends unknown ? keyof T : never;
export type AttributeName = KeysOf<(typeof ATTRIBUTES)[CarrierType]>;

/** The type-specific fields in the order of the form. */
export const attributesOf = (type: CarrierType) => Object.entries(ATTRIBUTES[type]) as [AttributeName, Attribute][];

/** An INVALID error for one input field, with the violated rule. */
export const broken = (path: string, rule: string, message: string, limit?: number): AppError =>
  new AppError("INVALID", `${path}: ${message}`, { issues: [issueOf(path, rule, message, limit)] });

/** An error for a field that references a record outside the scope: it is reported as non-existent. */
export const missing = (path: string, entity: string): AppError =>
  new AppError("NOT_FOUND", `${path}: ${entity} not found`, {
    issues: [issueOf(path, "reference", "refers to a record that does not exist")],
  });

const issueOf = (path: string, rule: string, message: string, limit?: number): Issue => ({
  path,
  rule,
  message,
  ...(limit !== undefined && { limit }),
});

/** Number of names listed in a refusal; the rest are counted. */
const NAMED = 5;

/** Names of blocking records, shortened: `SN-1, SN-2 and 3 more`. */
export const listed = (names: readonly string[]): string =>
  names.slice(0, NAMED).join(", ") + (names.length > NAMED ? ` and ${names.length - NAMED} more` : "");

/**
 * Whether a range of this measure may be added to a carrier with these mounted measures. A thermometer-only device set
 * takes no humidity range (specification, section 5, "Cross-field"). Without devices any range is allowed.
 */
export function mayHaveRange(measure: string, mounted: readonly string[]): boolean {
  return measure !== "humidity" || !mounted.includes("temperature") || mounted.includes("humidity");
}

type Watching = {
  sceneId: number;
  alarmTriggerId: number | null;
  zones: readonly { measure: string; zoneId: number }[];
};

/**
 * The field by which an edit moves a carrier or adds monitoring to it; null for other edits, such as a rename or the
 * removal of a trigger or range.
 */
export function watchedBy(old: Watching, next: Watching): keyof Watching | null {
  if (next.sceneId !== old.sceneId) return "sceneId";
  if (next.alarmTriggerId !== null && next.alarmTriggerId !== old.alarmTriggerId) return "alarmTriggerId";
  const isKnown = (zone: Watching["zones"][number]) =>
    old.zones.some(({ measure, zoneId }) => measure === zone.measure && zoneId === zone.zoneId);
  return next.zones.every(isKnown) ? null : "zones";
}

/** The abnormality for a carrier's state. Silence counts as abnormal; a carrier without any value counts as normal. */
export function abnormalityOf(status: MonitorStatus): Abnormality {
  if (status === "stopped") return "stop";
  return status === "abnormal" || status === "offline" ? "abnormal" : "normal";
}
