import { Boxes, Refrigerator, Snowflake, Store, ThermometerSun, Truck, Warehouse } from "lucide-react";
import type { CarrierType } from "@/db/enums";

/** What kind of carrier it is, as a shape: the same as in the menu. */
export const CARRIER_ICONS = {
  incubator: ThermometerSun,
  refrigerator: Refrigerator,
  vehicle: Truck,
  refrigeratory: Snowflake,
  warehouse: Warehouse,
  store: Store,
  other: Boxes,
} as const satisfies Record<CarrierType, unknown>;
