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

/** Where the list of each kind is, without the locale. */
export const LIST_PATHS = {
  sensor: "/device/sensor",
  gateway: "/device/gateway",
  display: "/device/displayscreen",
  relay: "/device/relay",
  base: "/device/base",
  gas: "/device/gas",
  magnetism: "/device/magnetism",
} as const satisfies Record<DeviceKind, ScreenPath>;

/** What may be known of a device before it is registered, as the address of its form has it. */
export const KNOWN_FIELDS = ["name", "serialNumber", "mac", "type", "customer", "customerName"] as const;
export type KnownFields = Partial<Record<(typeof KNOWN_FIELDS)[number], string>>;

/** The address, without the locale, of the form of a new device, filled in with what is known of it. */
export const registrationPath = (kind: DeviceKind, known: KnownFields): string =>
  `${LIST_PATHS[kind]}?${new URLSearchParams({ form: "new", ...known })}`;

/** The address, without the locale, of the window that tells everything about one device of a kind. */
export const windowOf = (kind: DeviceKind, id: number): string => `${PATHS[kind]}?id=${id}`;
