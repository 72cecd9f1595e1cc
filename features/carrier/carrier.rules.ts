import type { CarrierType } from "@/db/enums";
import { AppError, type Issue } from "@/lib/errors";
import type { MonitorStatus } from "./monitoring/point-state.rules";

/** Abnormality of a carrier (specification, section 4). */
export const ABNORMALITIES = ["normal", "abnormal", "stop"] as const;
export type Abnormality = (typeof ABNORMALITIES)[number];

/** Longest name, in characters. */
export const NAME_LENGTH = 30;
export const DESCRIPTION_LENGTH = 250;
/** Rows of custom label extension info, and their lengths. */
export const EXTENSION_ROWS = 20;
export const EXTENSION_NAME_LENGTH = 30;
export const EXTENSION_VALUE_LENGTH = 100;

/** Chinese commas, and every bar that keyboards and other systems put at half height. */
const FORBIDDEN_IN_NAMES = /[，、\-－‐-―−﹣]/;

/** Whether a text may be the name of a monitoring point: without a Chinese comma or middle bar. */
export const isPointName = (name: string): boolean => !FORBIDDEN_IN_NAMES.test(name);

/** A number or text of a type's own; `maximum` bounds the number, or the length of the text. */
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

/** The fields of each type beside those of all. */
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

/** The fields of a type in the order of its form. */
export const attributesOf = (type: CarrierType) => Object.entries(ATTRIBUTES[type]) as [AttributeName, Attribute][];

/** Refuses a field of the input in words of a rule. */
export const broken = (path: string, rule: string, message: string, limit?: number): AppError =>
  new AppError("INVALID", `${path}: ${message}`, { issues: [issueOf(path, rule, message, limit)] });

/** A field that names a record outside the scope: the record does not exist. */
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

/** Names told in a refusal; the rest is counted. */
const NAMED = 5;

/** What bars the way, by name: `SN-1, SN-2 and 3 more`. */
export const listed = (names: readonly string[]): string =>
  names.slice(0, NAMED).join(", ") + (names.length > NAMED ? ` and ${names.length - NAMED} more` : "");

/**
 * Whether a range of this measure may be added to a carrier that these measures are mounted on: a thermometer-only
 * device set takes no humidity range (specification, section 5, "Cross-field"). Without devices nothing is known yet.
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
 * The field by which an edit puts a carrier elsewhere or has it watched by something new; null where it does neither, as
 * one of its name or one that takes a trigger or range away.
 */
export function watchedBy(old: Watching, next: Watching): keyof Watching | null {
  if (next.sceneId !== old.sceneId) return "sceneId";
  if (next.alarmTriggerId !== null && next.alarmTriggerId !== old.alarmTriggerId) return "alarmTriggerId";
  const isKnown = (zone: Watching["zones"][number]) =>
    old.zones.some(({ measure, zoneId }) => measure === zone.measure && zoneId === zone.zoneId);
  return next.zones.every(isKnown) ? null : "zones";
}

/** The abnormality of a carrier in this state: silence calls for a look as well, and where no value came nothing does. */
export function abnormalityOf(status: MonitorStatus): Abnormality {
  if (status === "stopped") return "stop";
  return status === "abnormal" || status === "offline" ? "abnormal" : "normal";
}
