import { Ban, CalendarClock, MapPinCheck, PackageCheck, PackageOpen, PackageX, Truck } from "lucide-react";
import { useTranslations } from "next-intl";
import { IconBadge, type StepLook } from "@/components/value/icon-badge";
import type { TransportState } from "@/db/transport-enums";

const LOOKS: Record<TransportState, StepLook> = {
  planned: { icon: CalendarClock },
  loading: { icon: PackageOpen, tone: "primary" },
  underway: { icon: Truck, tone: "primary" },
  arrived: { icon: MapPinCheck, tone: "primary" },
  delivered: { icon: PackageCheck, tone: "normal" },
  refused: { icon: PackageX, tone: "critical" },
  cancelled: { icon: Ban, tone: "offline" },
};

/** Where a transport is in its life. */
export function StateBadge({ state }: { state: TransportState }) {
  const t = useTranslations("transport.state");
  return <IconBadge look={LOOKS[state]}>{t(state)}</IconBadge>;
}
