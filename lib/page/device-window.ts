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

/** Path of each kind's list, without the locale. */
export const LIST_PATHS = {
  sensor: "/device/sensor",
  gateway: "/device/gateway",
  display: "/device/displayscreen",
  relay: "/device/relay",
  base: "/device/base",
  gas: "/device/gas",
  magnetism: "/device/magnetism",
} as const satisfies Record<DeviceKind, ScreenPath>;

/** Fields of a device that may be known before it is registered, as query parameters of its form. */
export const KNOWN_FIELDS = [
  ...(["name", "serialNumber", "mac", "type", "customer", "customerName"] as const),
  ...(["carrier", "carrierName"] as const),
] as const;
export type KnownFields = Partial<Record<(typeof KNOWN_FIELDS)[number], string>>;

/** The path, without the locale, of the form for a new device, prefilled with known fields. */
export const registrationPath = (kind: DeviceKind, known: KnownFields): string =>
  `${LIST_PATHS[kind]}?${new URLSearchParams({ form: "new", ...known })}`;

/** The path, without the locale, of the window with the details of one device. */
export const windowOf = (kind: DeviceKind, id: number): string => `${PATHS[kind]}?id=${id}`;
