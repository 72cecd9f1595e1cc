import { Box, FlaskConical, Refrigerator, Router, Snowflake, Store, Truck, Warehouse } from "lucide-react";
import type { CarrierType } from "@/db/enums";

const ICONS = {
  incubator: FlaskConical,
  refrigerator: Refrigerator,
  vehicle: Truck,
  refrigeratory: Snowflake,
  warehouse: Warehouse,
  store: Store,
  other: Box,
} as const satisfies Record<CarrierType, unknown>;

/** The kind of place; without one, a gateway that stands nowhere. */
export function CarrierIcon({ type, className = "size-4" }: { type: CarrierType | undefined; className?: string }) {
  const Icon = type ? ICONS[type] : Router;
  return <Icon aria-hidden="true" className={className} />;
}
