import type { CarrierType, DeviceKind } from "@/db/enums";
import type { PermissionSubject } from "./permission-catalogue";

/** The permission subject of each carrier type: `viewStore`, `editCar`. */
export const CARRIER_SUBJECT = {
  incubator: "Incubator",
  refrigerator: "Refrigerator",
  vehicle: "Car",
  refrigeratory: "Refrigeratory",
  warehouse: "Warehouse",
  store: "Store",
  other: "OtherCarrier",
} as const satisfies Record<CarrierType, PermissionSubject>;

/** The permission subject of each device kind: `viewSensor`, `editPlinth`. */
export const DEVICE_SUBJECT = {
  sensor: "Sensor",
  gateway: "Gateway",
  display: "Display",
  relay: "Relay",
  base: "Plinth",
  gas: "Gas",
  magnetism: "Magnetism",
} as const satisfies Record<DeviceKind, PermissionSubject>;
