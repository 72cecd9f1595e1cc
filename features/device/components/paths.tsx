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

export { windowOf } from "@/lib/page/device-window";
