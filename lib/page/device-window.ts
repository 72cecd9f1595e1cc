import type { DeviceKind } from "@/db/enums";
import type { ScreenPath } from "./screens";

const PATHS = {
  sensor: "/SensorDetail",
  gateway: "/GateWayDetail",
  display: "/DisplayDetail",
  relay: "/RelayDetail",
  base: "/BaseDetail",
  gas: "/GasDetail",
  magnetism: "/MagnetismDetail",
} as const satisfies Record<DeviceKind, ScreenPath>;

/** The address, without the locale, of the window that tells everything about one device of a kind. */
export const windowOf = (kind: DeviceKind, id: number): string => `${PATHS[kind]}?id=${id}`;
