import type { DeviceKind, DeviceUse, Measure } from "@/db/enums";
import { AppError, type Issue } from "@/lib/errors";
import { canonicalMac, publicSettings, refusal, type Settings } from "./device.rules";

/** The fields of a device type that its devices inherit. */
export type TypeFacts = {
  code: string;
  kind: DeviceKind;
  measures: readonly Measure[];
  isEnabled: boolean;
  isShipped: boolean;
  reportIntervalSeconds: number;
};

/** The type of this code for a device of a kind, or the error if there is no enabled one. */
function findType(
  types: ReadonlyMap<string, TypeFacts>,
  kind: DeviceKind,
  code: string,
  path: string,
): TypeFacts | AppError {
  const type = types.get(code.toLowerCase());
  if (!type || type.kind !== kind) return refusal(path, "unknown", `no such type of ${kind}`);
  return type.isEnabled ? type : refusal(path, "typeDisabled", "this type is switched off");
}

/** The error if there is no enabled type of this code for a device of a kind; null otherwise. */
export function typeRefusal(...asked: Parameters<typeof findType>): AppError | null {
  const found = findType(...asked);
  return found instanceof AppError ? found : null;
}

/** The type of this code for a device of a kind. Throws if there is no enabled one. */
export function typeFor(...asked: Parameters<typeof findType>): TypeFacts {
  const found = findType(...asked);
  if (found instanceof AppError) throw found;
  return found;
}

/** The parameter with the default report interval of a kind, if there is one. */
export const intervalParameter = (kind: DeviceKind): string | undefined =>
  ["sensor", "gateway", "display", "relay"].includes(kind) ? `device.${kind}ReportIntervalSeconds` : undefined;

/** Report interval of a new device in seconds: that of a custom type, else that of its kind. */
export function defaultInterval(
  kind: DeviceKind,
  type: TypeFacts,
  parameters: Readonly<Record<string, string>>,
): number {
  const parameter = intervalParameter(kind);
  const content = parameter && parameters[parameter];
  return type.isShipped && content ? Number(content) : type.reportIntervalSeconds;
}

/** The error if a customer would exceed its limit of devices (parameter `customer.deviceQuota`); null otherwise. */
export function quotaRefusal(used: number, added: number, limit: number): AppError | null {
  return used + added > limit
    ? refusal("customerId", "deviceQuota", `at most ${limit} devices, ${used} are there`, "CONFLICT", limit)
    : null;
}

type Named = { serialNumber: string; mac: string; name: string };
type Taken = { serialNumbers: ReadonlySet<string>; macs: ReadonlySet<string>; names: ReadonlySet<string> };

/** The error for all values that another device has, in the database or earlier in the list; null if there are none. */
export function takenRefusal(
  devices: readonly Named[],
  taken: Taken,
  pathOf: (index: number, field: string) => string,
): AppError | null {
  const issues: Issue[] = [];
  const seen = { serialNumbers: new Set<string>(), macs: new Set<string>(), names: new Set<string>() };
  for (const [index, { serialNumber, mac, name }] of devices.entries()) {
    const keys = [
      ["serialNumber", "serialNumbers", serialNumber.toUpperCase()],
      ["mac", "macs", canonicalMac(mac)],
      ["name", "names", name.toLowerCase()],
    ] as const;
    for (const [field, group, key] of keys) {
      if (key === "") continue;
      // The caller leaves `name` empty for kinds whose names need not be unique.
      if (taken[group].has(key) || seen[group].has(key))
        issues.push({ path: pathOf(index, field), rule: "unique", message: "already exists" });
      seen[group].add(key);
    }
  }
  const [first] = issues;
  return first ? new AppError("CONFLICT", `${first.path}: ${first.message}`, { issues }) : null;
}

/** Fields of a device in the audit trail, without secrets. */
export type Traced = {
  customerId: number;
  sceneId: number | null;
  typeCode: string;
  serialNumber: string;
  mac: string | null;
  name: string;
  description: string;
  use: DeviceUse;
  gatewayId: number | null;
  reportIntervalSeconds: number;
  utcOffsetHours: number | null;
  calibrationDueOn: string | null;
  settings: Record<string, unknown>;
};

export const auditSnapshot = ({
  customerId,
  sceneId,
  typeCode,
  serialNumber,
  mac,
  name,
  description,
  use,
  gatewayId,
  reportIntervalSeconds,
  utcOffsetHours,
  calibrationDueOn,
  settings,
}: Traced) => ({
  customerId,
  sceneId,
  typeCode,
  serialNumber,
  mac: mac ?? "",
  name,
  description,
  use,
  gatewayId,
  reportIntervalSeconds,
  utcOffsetHours,
  calibrationDueOn,
  settings: publicSettings(settings as Settings),
});
