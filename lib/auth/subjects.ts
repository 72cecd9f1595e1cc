import type { CarrierType, DeviceKind } from "@/db/enums";
import type { PermissionSubject } from "./permission-catalogue";

/** Whose permissions each type of carriers asks for: `viewStore`, `editCar`. */
export const CARRIER_SUBJECT = {
  incubator: "Incubator",
  refrigerator: "Refrigerator",
  vehicle: "Car",
  refrigeratory: "Refrigeratory",
  warehouse: "Warehouse",
  store: "Store",
  other: "OtherCarrier",
} as const satisfies Record<CarrierType, PermissionSubject>;

/** Whose permissions each kind of devices asks for: `viewSensor`, `editPlinth`. */
export const DEVICE_SUBJECT = {
  sensor: "Sensor",
  gateway: "Gateway",
  display: "Display",
  relay: "Relay",
  base: "Plinth",
  gas: "Gas",
  magnetism: "Magnetism",
} as const satisfies Record<DeviceKind, PermissionSubject>;
