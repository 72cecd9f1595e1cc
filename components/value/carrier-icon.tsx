import { Boxes, Refrigerator, Router, Snowflake, Store, ThermometerSun, Truck, Warehouse } from "lucide-react";
import type { CarrierType } from "@/db/enums";

/** The icon of each carrier type, as in the menu. */
export const CARRIER_ICONS = {
  incubator: ThermometerSun,
  refrigerator: Refrigerator,
  vehicle: Truck,
  refrigeratory: Snowflake,
  warehouse: Warehouse,
  store: Store,
  other: Boxes,
} as const satisfies Record<CarrierType, unknown>;

type CarrierIconProps = {
  /** Undefined for a gateway that is bound to no carrier. */
  type: CarrierType | undefined;
  className?: string;
};

export function CarrierIcon({ type, className = "size-4 shrink-0" }: CarrierIconProps) {
  const Icon = type ? CARRIER_ICONS[type] : Router;
  return <Icon aria-hidden="true" className={className} />;
}
