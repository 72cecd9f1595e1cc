import {
  Ban,
  CalendarClock,
  type LucideIcon,
  MapPinCheck,
  PackageCheck,
  PackageOpen,
  PackageX,
  Truck,
} from "lucide-react";
import { useTranslations } from "next-intl";
import type { ComponentProps } from "react";
import { Badge } from "@/components/ui/badge";
import type { TransportState } from "@/db/transport-enums";

type Look = { icon: LucideIcon; tone?: ComponentProps<typeof Badge>["tone"] };

const LOOKS: Record<TransportState, Look> = {
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
  const { icon: Icon, tone } = LOOKS[state];
  return (
    <Badge {...(tone && { tone })} className="h-6">
      <Icon aria-hidden="true" className="size-3.5 shrink-0" />
      {t(state)}
    </Badge>
  );
}
