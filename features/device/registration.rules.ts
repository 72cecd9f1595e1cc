import type { DeviceKind, DeviceUse, Measure } from "@/db/enums";
import type { AppError } from "@/lib/errors";
import { canonicalMac, publicSettings, refusal, type Settings } from "./device.rules";

/** A type of devices as far as its devices follow it. */
export type TypeFacts = {
  code: string;
  kind: DeviceKind;
  measures: readonly Measure[];
  isEnabled: boolean;
  isShipped: boolean;
  reportIntervalSeconds: number;
};

/** The type of this code for a device of a kind; throws where there is none that may be chosen. */
export function typeFor(
  types: ReadonlyMap<string, TypeFacts>,
  kind: DeviceKind,
  code: string,
  path: string,
): TypeFacts {
  const type = types.get(code.toLowerCase());
  if (!type || type.kind !== kind) throw refusal(path, "unknown", `no such type of ${kind}`);
  if (!type.isEnabled) throw refusal(path, "typeDisabled", "this type is switched off");
  return type;
}

/** The parameter that holds the default report interval of a kind, where there is one. */
export const intervalParameter = (kind: DeviceKind): string | undefined =>
  ["sensor", "gateway", "display", "relay"].includes(kind) ? `device.${kind}ReportIntervalSeconds` : undefined;

/** Report interval of a new device in seconds: that of a type of the installation's own, else that of its kind. */
export function defaultInterval(
  kind: DeviceKind,
  type: TypeFacts,
  parameters: Readonly<Record<string, string>>,
): number {
  const parameter = intervalParameter(kind);
  const content = parameter && parameters[parameter];
  return type.isShipped && content ? Number(content) : type.reportIntervalSeconds;
}

/** Throws where a customer would have more devices than it may (parameter `customer.deviceQuota`), naming the limit. */
export function quotaRefusal(used: number, added: number, limit: number): AppError | null {
  return used + added > limit
    ? refusal("customerId", "deviceQuota", `at most ${limit} devices, ${used} are there`, "CONFLICT", limit)
    : null;
}

type Named = { serialNumber: string; mac: string; name: string };
type Taken = { serialNumbers: ReadonlySet<string>; macs: ReadonlySet<string>; names: ReadonlySet<string> };

/** The first device that takes what another has, in the database or before it in the list. */
export function takenRefusal(
  devices: readonly Named[],
  taken: Taken,
  pathOf: (index: number, field: string) => string,
): AppError | null {
  const seen = { serialNumbers: new Set<string>(), macs: new Set<string>(), names: new Set<string>() };
  for (const [index, { serialNumber, mac, name }] of devices.entries()) {
    const keys = [
      ["serialNumber", "serialNumbers", serialNumber.toUpperCase()],
      ["mac", "macs", canonicalMac(mac)],
      ["name", "names", name.toLowerCase()],
    ] as const;
    for (const [field, group, key] of keys) {
      if (key === "") continue;
      // Names are unique where `taken` is asked for them alone: the caller leaves the others empty.
      if (taken[group].has(key) || seen[group].has(key))
        return refusal(pathOf(index, field), "unique", "already exists", "CONFLICT");
      seen[group].add(key);
    }
  }
  return null;
}

/** What the trail keeps of a device: its fields, nothing secret. */
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
