import { DEVICE_KINDS, type DeviceKind, type Measure } from "@/db/enums";

export type ShippedDeviceType = {
  code: string;
  kind: DeviceKind;
  measures: readonly Measure[];
  hasGps: boolean;
  reportIntervalSeconds: number;
};

type Rest = Partial<Pick<ShippedDeviceType, "hasGps" | "reportIntervalSeconds">>;

/** Usual report intervals by kind, equal to the shipped parameters. */
const INTERVAL_SECONDS: Record<DeviceKind, number> = {
  sensor: 300,
  gateway: 60,
  display: 600,
  relay: 600,
  base: 300,
  gas: 60,
  magnetism: 300,
};

const ship = (kind: DeviceKind, code: string, measures: readonly Measure[], rest: Rest = {}): ShippedDeviceType => ({
  code,
  kind,
  measures,
  hasGps: false,
  reportIntervalSeconds: INTERVAL_SECONDS[kind],
  ...rest,
});

/** A thermometer (`_1`) and a temperature-humidity meter (`_2`). */
const meters = (kind: DeviceKind, prefix: string, more: readonly Measure[], rest: Rest = {}): ShippedDeviceType[] => [
  ship(kind, `${prefix}_1`, ["temperature", ...more], rest),
  ship(kind, `${prefix}_2`, ["temperature", "humidity", ...more], rest),
];

/** Shipped device types (specification, section 3, "Device type codes"). */
export const SHIPPED_DEVICE_TYPES: readonly ShippedDeviceType[] = [
  ...meters("sensor", "zbp", ["signal", "battery"]),
  ...meters("sensor", "zigbee2", ["signal", "battery"]),
  ...meters("sensor", "lora", ["voltage", "signal"]),
  ...meters("sensor", "zeta", ["voltage", "signal"]),
  ...meters("sensor", "4g", ["signal"]),
  ...meters("sensor", "4g_gps", ["signal"], { hasGps: true }),
  ship("gateway", "gt_1", []),
  ship("gateway", "gt_2", [], { hasGps: true }),
  ship("gateway", "gt_3", []),
  ship("display", "dt_1", ["signal"]),
  ship("relay", "rt_1", ["signal"]),
  ...["0x00", "0x01", "0x04", "0x0A", "0x32"].map((code) => ship("gas", code, ["gas"])),
  ship("gas", "gs_6", ["co2"]),
  ship("magnetism", "m1", ["door"]),
  ...["915", "433", "2_4g", "4g"].map((code) => ship("base", code, ["power", "signal"])),
  ...["915", "433", "2_4g", "4g_base"].flatMap((prefix) => meters("base", prefix, ["power", "signal"])),
];

/** The kind of a name or of its number in the order of the kinds: 1 sensor … 7 magnetism. */
export function kindOf(name: string): DeviceKind | undefined {
  return DEVICE_KINDS.find((kind, index) => kind === name || String(index + 1) === name);
}
