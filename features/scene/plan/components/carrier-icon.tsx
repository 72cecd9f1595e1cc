import { Box, Package, Refrigerator, Snowflake, Store, Truck, Warehouse } from "lucide-react";
import type { CarrierType } from "@/db/enums";

const ICONS = {
  incubator: Package,
  refrigerator: Refrigerator,
  vehicle: Truck,
  refrigeratory: Snowflake,
  warehouse: Warehouse,
  store: Store,
  other: Box,
} as const satisfies Record<CarrierType, unknown>;

/** What kind of carrier it is, as a shape. */
export function CarrierIcon({ type }: { type: CarrierType }) {
  const Icon = ICONS[type];
  return <Icon aria-hidden="true" className="size-4 shrink-0" />;
}
