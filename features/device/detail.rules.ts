import { NETWORK_FACTS, type NetworkFact, type Property } from "./detail.schema";
import { plainText, publicSettings } from "./device.rules";

type Raw = {
  row: Readonly<Record<string, unknown>>;
  settings: Record<string, unknown>;
  appliedSettings: Record<string, unknown> | null;
  properties: Readonly<Record<string, unknown>>;
  probes: readonly Readonly<Record<string, unknown>>[];
};

const text = (value: unknown): string =>
  value === null || value === undefined ? "" : typeof value === "object" ? JSON.stringify(value) : String(value);

/** The leaves of an object, each under its dotted path. */
function leaves(value: unknown, path: string): [name: string, value: string][] {
  if (value === null || typeof value !== "object" || Array.isArray(value)) return [[path, text(value)]];
  const entries = Object.entries(value);
  if (entries.length === 0) return [[path, "{}"]];
  return entries.flatMap(([key, part]) => leaves(part, path === "" ? key : `${path}.${key}`));
}

const inGroup = (group: Property["group"], values: object, prefix = ""): Property[] =>
  Object.entries(values).flatMap(([key, value]) =>
    leaves(value, `${prefix}${key}`).map(([name, shown]) => ({
      group,
      name: plainText(name),
      value: plainText(shown),
    })),
  );

/** All stored data of a device, one property per line, without secrets. */
export const propertiesOf = ({ row, settings, appliedSettings, properties, probes }: Raw): Property[] => [
  ...inGroup("device", row),
  ...inGroup("settings", publicSettings(settings)),
  ...inGroup("applied", publicSettings(appliedSettings ?? {})),
  ...inGroup("reported", publicSettings(properties)),
  ...probes.flatMap((probe) => inGroup("probe", probe, `${text(probe.measure)}.`)),
];

/** What a gateway has reported of its networks; what it has not, or not as one value, is left out. */
export const networkOf = ({ properties }: Pick<Raw, "properties">): NetworkFact[] =>
  NETWORK_FACTS.flatMap((key): NetworkFact[] => {
    const value = properties[key];
    if (typeof value === "number" || typeof value === "boolean") return [{ key, value }];
    return typeof value === "string" && value.trim() !== "" ? [{ key, value: plainText(value.trim()) }] : [];
  });
