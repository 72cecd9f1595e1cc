import { Router } from "lucide-react";
import { CARRIER_ICONS } from "@/components/ui/carrier-icons";
import type { CarrierType } from "@/db/enums";

/** The kind of place; without one, a gateway that stands nowhere. */
export function CarrierIcon({ type, className = "size-4" }: { type: CarrierType | undefined; className?: string }) {
  const Icon = type ? CARRIER_ICONS[type] : Router;
  return <Icon aria-hidden="true" className={className} />;
}
