import type { DeviceKind } from "@/db/enums";

/** Where the list of each kind is. */
export const LIST_PATHS: Record<DeviceKind, string> = {
  sensor: "/device/sensor",
  gateway: "/device/gateway",
  display: "/device/displayscreen",
  relay: "/device/relay",
  base: "/device/base",
  gas: "/device/gas",
  magnetism: "/device/magnetism",
};

/** Where everything about one device of a kind is told. */
export const WINDOW_PATHS: Record<DeviceKind, string> = {
  sensor: "/SensorDetail",
  gateway: "/GateWayDetail",
  display: "/DisplayDetail",
  relay: "/RelayDetail",
  base: "/BaseDetail",
  gas: "/GasDetail",
  magnetism: "/MagnetismDetail",
};

export const windowOf = (kind: DeviceKind, id: number): string => `${WINDOW_PATHS[kind]}?id=${id}`;
