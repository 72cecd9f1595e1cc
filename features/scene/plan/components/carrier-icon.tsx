import { CARRIER_ICONS } from "@/components/ui/carrier-icons";
import type { CarrierType } from "@/db/enums";

/** What kind of carrier it is, as a shape. */
export function CarrierIcon({ type }: { type: CarrierType }) {
  const Icon = CARRIER_ICONS[type];
  return <Icon aria-hidden="true" className="size-4 shrink-0" />;
}
