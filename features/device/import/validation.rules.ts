import type { z } from "zod";
import type { DeviceKind } from "@/db/enums";
import type { Issue } from "@/lib/errors";
import { issuesOf } from "@/lib/validation/issues";
import { hasUniqueName } from "../device.rules";
import { DEVICE_INPUT, type DeviceInput } from "../device.schema";
import { CHOICE_SEPARATOR, IMPORT_USES, isFlag } from "../template.rules";

/** The code of a choice such as `zbp_2 · Temp-humidity meter`, or the text itself. */
export const codeOf = (text: string): string => (text.split(CHOICE_SEPARATOR.trim())[0] ?? "").trim();

/** Converts a day such as `2026/11/20` or `2026.11.20` to the format of the input. */
const dayOf = (text: string): string =>
  text.replace(
    /^(\d{4})[/.年-](\d{1,2})[/.月-](\d{1,2})日?$/,
    (_all, year: string, month: string, day: string) => `${year}-${month.padStart(2, "0")}-${day.padStart(2, "0")}`,
  );

export type ImportRow = { row: number; values: Readonly<Record<string, string>> };

/**
 * Lookup tables for the texts of a file: nodes by code, path or name; gateways by serial number or MAC; types by code.
 */
export type References = {
  /** By lower-case text; `ambiguous` if several nodes have the name. */
  scenes: ReadonlyMap<string, number | "ambiguous">;
  /** By serial number or MAC in upper case. */
  gateways: ReadonlyMap<string, number>;
  types: ReadonlyMap<string, { kind: DeviceKind; code: string; isEnabled: boolean }>;
  /** Whether the actor may place a device in the customer's stock, which needs access to the whole customer. */
  mayLieInStore: boolean;
};

type Found = { field: string } & Omit<Issue, "path">;

const found = (field: string, rule: string, message: string): Found => ({ field, rule, message });

/** Lookup keys of a text in the column `gateway`: upper case, and without the separators of a MAC. */
export const gatewayKeys = (text: string): string[] => [
  text.toUpperCase(),
  text.replaceAll(/[\s:.-]/g, "").toUpperCase(),
];

/** Lookup key of a node's name or path. */
export const sceneKey = (text: string): string =>
  text
    .split("/")
    .map((part) => part.trim().toLowerCase())
    .filter(Boolean)
    .join("/");

function referenceIssues(kind: DeviceKind, values: ImportRow["values"], references: References) {
  const issues: Found[] = [];
  const { scene = "", gateway = "", typeCode = "", use = "" } = values;
  const sceneId = scene === "" ? null : references.scenes.get(sceneKey(scene));
  if (scene === "" && !references.mayLieInStore) issues.push(found("scene", "required", "name the node"));
  if (sceneId === undefined) issues.push(found("scene", "unknown", "no such node"));
  if (sceneId === "ambiguous") issues.push(found("scene", "ambiguous", "several nodes have this name"));
  const gatewayId =
    gateway === ""
      ? null
      : gatewayKeys(gateway)
          .map((key) => references.gateways.get(key))
          .find((id) => id !== undefined);
  if (gatewayId === undefined) issues.push(found("gateway", "unknown", "no such gateway"));
  const type = references.types.get(codeOf(typeCode).toLowerCase());
  if (typeCode !== "" && (!type || type.kind !== kind))
    issues.push(found("typeCode", "unknown", `no such type of ${kind}`));
  if (type?.kind === kind && !type.isEnabled)
    issues.push(found("typeCode", "typeDisabled", "this type is switched off"));
  if (use !== "" && !(IMPORT_USES as readonly string[]).includes(codeOf(use)))
    issues.push(found("use", "invalid_value", "activated or unactivated"));
  return { issues, sceneId: typeof sceneId === "number" ? sceneId : null, gatewayId: gatewayId ?? null, type };
}

const KEY_OF_PATH: Record<string, string> = { sceneId: "scene", gatewayId: "gateway" };

/** Converts a row to the input of its kind and collects its issues: at most one per field, of the first broken rule. */
export function checkRow(
  kind: DeviceKind,
  { values }: ImportRow,
  references: References,
): { input: Record<string, unknown>; device: DeviceInput | null; issues: Found[] } {
  const { issues, sceneId, gatewayId, type } = referenceIssues(kind, values, references);
  const settings = Object.entries(values).flatMap(([key, text]) =>
    key.startsWith("settings.") ? [[key.slice("settings.".length), isFlag(key) ? codeOf(text) : text] as const] : [],
  );
  const input: Record<string, unknown> = {
    serialNumber: values.serialNumber ?? "",
    name: values.name ?? "",
    typeCode: type?.code ?? codeOf(values.typeCode ?? ""),
    mac: values.mac ?? "",
    description: values.description ?? "",
    use: codeOf(values.use ?? ""),
    reportIntervalSeconds: values.reportIntervalSeconds ?? "",
    utcOffsetHours: values.utcOffsetHours ?? "",
    calibrationDueOn: dayOf(values.calibrationDueOn ?? ""),
    sceneId,
    ...(kind !== "gateway" && { gatewayId }),
    settings: Object.fromEntries(settings),
  };
  const schema: z.ZodType = DEVICE_INPUT[kind];
  const parsed = schema.safeParse(input);
  if (!parsed.success)
    for (const { path, ...issue } of issuesOf(parsed.error)) {
      const field = KEY_OF_PATH[path] ?? path;
      if (issues.some((known) => known.field === field)) continue;
      issues.push({ field, ...issue });
    }
  return { input, device: parsed.success ? (parsed.data as DeviceInput) : null, issues };
}

/** Fields that must be unique: serial number and MAC everywhere, for some kinds also the name per customer. */
export const uniqueFields = (kind: DeviceKind): readonly ("serialNumber" | "mac" | "name")[] =>
  hasUniqueName(kind) ? ["serialNumber", "mac", "name"] : ["serialNumber", "mac"];

/** Comparison key of such a field. */
export const comparable = (field: "serialNumber" | "mac" | "name", text: string): string =>
  field === "mac" ? text.replaceAll(/[\s:.-]/g, "").toUpperCase() : text.trim().toUpperCase();

/** Values that occur twice in the file, each with the row where it occurs first. */
export function duplicates(
  kind: DeviceKind,
  rows: readonly ImportRow[],
): { row: number; first: number; field: string }[] {
  return uniqueFields(kind).flatMap((field) => {
    const seen = new Map<string, number>();
    return rows.flatMap(({ row, values }) => {
      const key = comparable(field, values[field] ?? "");
      const first = seen.get(key);
      if (key === "") return [];
      if (first !== undefined) return [{ row, first, field }];
      seen.set(key, row);
      return [];
    });
  });
}
