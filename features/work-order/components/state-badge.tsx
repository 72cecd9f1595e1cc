import { Ban, CircleCheck, ClipboardCheck, Inbox, type LucideIcon, Star, Wrench } from "lucide-react";
import { useTranslations } from "next-intl";
import type { ComponentProps } from "react";
import { Badge } from "@/components/ui/badge";
import type { WorkOrderState } from "@/db/work-order-enums";

type Look = { icon: LucideIcon; tone?: ComponentProps<typeof Badge>["tone"] };

const LOOKS: Record<WorkOrderState, Look> = {
  submitted: { icon: Inbox, tone: "warning" },
  accepted: { icon: Wrench, tone: "primary" },
  processed: { icon: ClipboardCheck, tone: "primary" },
  confirmed: { icon: CircleCheck, tone: "normal" },
  rated: { icon: Star, tone: "normal" },
  cancelled: { icon: Ban, tone: "offline" },
};

/** Where a work order is in its life. */
export function StateBadge({ state }: { state: WorkOrderState }) {
  const t = useTranslations("workOrder.state");
  const { icon: Icon, tone } = LOOKS[state];
  return (
    <Badge {...(tone && { tone })} className="h-6">
      <Icon aria-hidden="true" className="size-3.5 shrink-0" />
      {t(state)}
    </Badge>
  );
}
