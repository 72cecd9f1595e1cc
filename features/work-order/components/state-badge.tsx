import { Ban, CircleCheck, ClipboardCheck, Inbox, Star, Wrench } from "lucide-react";
import { useTranslations } from "next-intl";
import { IconBadge, type StepLook } from "@/components/value/icon-badge";
import type { WorkOrderState } from "@/db/work-order-enums";

const LOOKS: Record<WorkOrderState, StepLook> = {
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
  return <IconBadge look={LOOKS[state]}>{t(state)}</IconBadge>;
}
