import { Boxes, Refrigerator, Router, Snowflake, Store, ThermometerSun, Truck, Warehouse } from "lucide-react";
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

type CarrierIconProps = {
  /** None is a gateway that stands nowhere. */
  type: CarrierType | undefined;
  className?: string;
};

export function CarrierIcon({ type, className = "size-4 shrink-0" }: CarrierIconProps) {
  const Icon = type ? CARRIER_ICONS[type] : Router;
  return <Icon aria-hidden="true" className={className} />;
}
